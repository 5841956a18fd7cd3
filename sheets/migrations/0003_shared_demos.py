from typing import Any

from django.db import migrations, models


def mark(apps: Any, _schema_editor: Any) -> None:
    """The mark stood among the texts, where undoing a change of them could take it along."""
    for campaign in apps.get_model("sheets", "Campaign").objects.filter(texts__has_key="demo"):
        campaign.is_shared_demo = True
        del campaign.texts["demo"]
        campaign.save(update_fields=["is_shared_demo", "texts"])


class Migration(migrations.Migration):
    dependencies = [("sheets", "0002_waiting")]

    operations = [
        migrations.AddField("campaign", "is_shared_demo", models.BooleanField(default=False)),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
