// Why: only the browser knows the time zone of whoever creates a campaign.

const field = document.querySelector("input[name=time_zone]");

if (field) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
