"""One settings file; whatever differs between installations comes from the environment."""

import os
import secrets
from pathlib import Path

import dj_database_url
from django.utils.csp import CSP

from config.addresses import allowed_hosts, public_url

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DENIK_DATA") or BASE_DIR / "var").resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)


def _secret() -> str:
    if given := os.environ.get("DENIK_SECRET"):
        return given
    file = DATA_DIR / "secret"
    if not file.exists():
        # Written aside and linked into place, so that two starts at once agree on one secret.
        draft = DATA_DIR / f"secret.{os.getpid()}"
        draft.write_text(secrets.token_urlsafe(48))
        draft.chmod(0o600)
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        draft.unlink()
    return file.read_text()


SECRET_KEY = _secret()
DEBUG = os.environ.get("DENIK_DEBUG") == "1"

PUBLIC_URL = public_url()
IS_HTTPS = PUBLIC_URL.startswith("https://")
ALLOWED_HOSTS = allowed_hosts()
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

INSTALLED_APPS = [
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "crispy_forms",
    "sheets",
    "combat",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "sheets.middleware.language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "sheets.middleware.Errors",
    "sheets.middleware.see_other",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "fragments",
        "DIRS": [BASE_DIR / "fragments"],
        "OPTIONS": {"environment": "config.templates.fragments"},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "sheets.context.look",
            ],
        },
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = ("denik",)
CRISPY_TEMPLATE_PACK = "denik"

# --- data

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": dj_database_url.config(default=f"sqlite:///{DATA_DIR / 'denik.sqlite3'}")}
# Requests run on a few long-lived threads, each of which keeps its connection.
DATABASES["default"]["CONN_MAX_AGE"] = None
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A transaction that reads first and writes later fails at once under contention
        # unless it takes the write lock when it begins.
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": (
            "PRAGMA journal_mode=WAL;"
            "PRAGMA synchronous=FULL;"
            "PRAGMA cache_size=-16000;"
            "PRAGMA mmap_size=134217728;"
            "PRAGMA temp_store=MEMORY;"
            "PRAGMA journal_size_limit=67108864"
        ),
    }
    # SQLite is here and answers at once: more threads would only wait for one another.
    WORKER_THREADS = 1
    # Threads of a test share one database only when it is a file.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    WORKER_THREADS = 4
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

CSRF_FAILURE_VIEW = "sheets.views.errors.csrf_failed"

# --- sessions: which links this browser has opened, nothing else

SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_NAME = "denik"
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SECURE = IS_HTTPS
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if IS_HTTPS else None

# --- content policy

SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
# same-origin hides the secret links from other sites and still lets browsers send an Origin
# with our own forms; no-referrer would make it "null" and every POST would fail.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# --- language

LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
ALL_LANGUAGES = [
    ("sk", "Slovenčina"),
    ("cs", "Čeština"),
    ("ru", "Русский"),
    ("it", "Italiano"),
    ("en", "English"),
]
# A language is offered when its catalogue is there.
LANGUAGES = [
    (code, name)
    for code, name in ALL_LANGUAGES
    if code == "en" or (BASE_DIR / "locale" / code / "LC_MESSAGES" / "django.po").exists()
]

# --- static files

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.styles.OneStyleSheet"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
