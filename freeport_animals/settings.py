"""One settings file; everything that differs between machines comes from the environment.

DJANGO_DEBUG, SECRET_KEY, ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS, PUBLIC_URL, DATABASE_URL, DATABASE_OWNER_URL,
STATIC_ROOT, MEDIA_ROOT, FONT_CACHE, EMAIL_URL, BEHIND_HTTPS, CITY_MODE (demonstration or live).
"""

import secrets
import sys
from pathlib import Path

import environ
import fontpkg_public_sans
from csp.constants import NONCE, NONE, SELF
from whitenoise.compress import Compressor

from freeport_animals.database import databases

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env.bool("DJANGO_DEBUG", False)
# Without one, sessions end with the process: safe, and the rules command needs no environment at all.
SECRET_KEY = env.str("SECRET_KEY", "") or secrets.token_urlsafe(48)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PUBLIC_URL = env.str("PUBLIC_URL", "http://127.0.0.1:8000").rstrip("/")  # printed in QR codes
CITY_MODE = env.str("CITY_MODE", "demonstration")  # or "live"

# What stands at the head of every page and paper.
CITY = {
    "name": "City of Freeport",
    "short_name": "Freeport",
    "state": "Minnesota",
    "county": "Stearns",
    "address": "125 Main Street E",
    "po_box": "PO Box 301",
    "city_line": "Freeport, MN 56331",
    "phone": "320-836-2112",
    "fax": "320-836-2116",
    "office_hours": "Monday to Friday, 8:00 to 4:30",
    "ordinance": "Ordinance 2005-03",
}

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "bootstrap",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_filters",
    "django_htmx",
    "pgtrigger",
    "pghistory",
    "freeport_animals",
    "freeport_animals.base",
    "freeport_animals.accounts",
    "freeport_animals.attachments",
    "freeport_animals.audit",
    "freeport_animals.city",
    "freeport_animals.registry",
    "freeport_animals.ledger",
    "freeport_animals.documents",
    "freeport_animals.ordinance",
    "licensing",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "freeport_animals.base.middleware.CleanInput",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "freeport_animals.base.middleware.MethodPage",
    "freeport_animals.accounts.middleware.DefaultDeny",
    "freeport_animals.audit.middleware.HistoryContext",
    "freeport_animals.city.middleware.OneContext",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "freeport_animals.urls"
WSGI_APPLICATION = "freeport_animals.wsgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "freeport_animals.base.context_processors.city",
                "freeport_animals.accounts.context_processors.navigation",
            ],
            "builtins": [
                "freeport_animals.base.templatetags.kit",
                "freeport_animals.accounts.templatetags.form_mark",
            ],
        },
    },
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

# `migrate`, `prepare` and other commands of the owner sign in as such; all else as the application.
OWNER_COMMANDS = {"migrate", "prepare", "grant_application_role", "makemigrations", "sqlmigrate", "purge"}
DATABASES = databases(env, as_owner=len(sys.argv) > 1 and sys.argv[1] in OWNER_COMMANDS)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "freeport_animals.accounts.passwords.LongEnough", "OPTIONS": {"min_length": 12}},
    {"NAME": "freeport_animals.accounts.passwords.NotYourName"},
    {"NAME": "freeport_animals.accounts.passwords.NotEverybodys"},
]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/sign-in/"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours: a mistyped password must not end the day of a one-clerk office
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # trying again while locked does not lengthen it
AXES_ENABLE_ACCESS_FAILURE_LOG = True
AXES_CLIENT_IP_CALLABLE = "freeport_animals.accounts.addresses.client_address"
AXES_LOCKOUT_CALLABLE = "freeport_animals.accounts.locks.locked_out"

SESSION_COOKIE_AGE = 60 * 60 * 8  # one working day at the counter
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "freeport_animals.accounts.views.csrf_failure"
BEHIND_HTTPS = env.bool("BEHIND_HTTPS", False)
if BEHIND_HTTPS:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "SAMEORIGIN"  # the counter shows the issued sheet in a frame of its own
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [SELF],
        "frame-src": [SELF, "blob:"],  # the sheet just issued, fetched once and shown beside its link
        "frame-ancestors": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "child-src": [NONE],
    }
}

LANGUAGE_CODE = "en-us"
TIME_ZONE = "America/Chicago"
USE_I18N = True
USE_TZ = True
DATE_FORMAT = "D j F Y"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static", ("fonts", fontpkg_public_sans.ROOT / "files")]
STATIC_ROOT = env.str("STATIC_ROOT", str(BASE_DIR / ".data" / "static"))
MEDIA_ROOT = env.str("MEDIA_ROOT", str(BASE_DIR / ".data" / "media"))
FONT_CACHE = env.str("FONT_CACHE", str(BASE_DIR / ".data" / "fonts"))  # typefaces made ready for papers
TESTING = "pytest" in sys.modules
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING or DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
if TESTING:
    # A slow hash guards real passwords; tests sign in hundreds of times with made-up ones.
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Maps are for the developer's tools; compressing them takes longer than all the rest.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
if TESTING or DEBUG:
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True

DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "animal-control@localhost")

PGHISTORY_CONTEXT_FIELD = __import__("pghistory").ContextJSONField()
PGHISTORY_OBJ_FIELD = __import__("pghistory").ObjForeignKey(db_index=True)
PGHISTORY_APPEND_ONLY = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "weasyprint": {"level": "ERROR"},
        "fontTools": {"level": "ERROR"},
        "pikepdf": {"level": "WARNING"},
        "axes": {"level": "WARNING"},
    },
}
