"""How names and addresses find each other: immutable SQL under generated columns and indexes.

After a change here the generated columns must be written anew by a migration.
"""

from django.db import migrations

# Spellings of one name that no rule of sound brings together: Hmong clan names in Hmong spelling (the last
# letter is the tone), Somali names in Somali spelling (c is silent, x is h), a few German ones.
FAMILIES = {
    "abdi": "cabdi",
    "abdirahman": "abdirahmaan abdulrahman abdurahman abdurrahman cabdiraxmaan cabdiraxman",
    "abdullahi": "abdilahi abdillahi abdulahi abdullah abdulle cabdilaahi cabdulahi cabdullaahi cabdullahi",
    "adan": "aadan aden",
    "ahmed": "ahmad axmad axmed",
    "ali": "cali",
    "asha": "aisha ayesha aysha caasha caisha",
    "cha": "chang tsab",
    "cheng": "tsheej",
    "duale": "ducaale",
    "fadumo": "faadima faadumo fadimo faduma fatima fatuma",
    "fang": "faj",
    "farah": "faarah faarax farax",
    "halimo": "halima halimah xaliimo xalimo",
    "hang": "ham",
    "hassan": "hasan xasan",
    "hawo": "hawa xaawo xawo",
    "her": "hawj heu",
    "hersi": "hirsi xirsi",
    "hussein": "husein hussain hussen xuseen xusen",
    "ibrahim": "ebrahim ibraahim ibraahin",
    "ismail": "ismaaciil ismacil ismael",
    "isse": "ciise essa isa issa",
    "jama": "jaama jaamac jamac",
    "khadija": "khadiija khadijo qadijo",
    "khang": "khab",
    "kong": "koo",
    "kue": "ku kwm",
    "lee": "li lis ly",
    "lor": "lauj lo",
    "mahamud": "maxamud maxamuud mohamoud mohamud",
    "maryan": "mariam maryam maryama",
    "mohamed": "mahamed mahammed maxamad maxamed mohamad mohamet mohammad mohammed mohd muhamad muhamed "
    "muhammad muhammed muxamed",
    "moua": "mua muas",
    "muse": "musa mussa muuse",
    "nur": "noor nuur",
    "omar": "cumar omer umar",
    "osman": "cismaan cusmaan othman usman uthman",
    "pha": "phab",
    "said": "saciid saeed siciid",
    "salah": "saalax",
    "schmidt": "schmid schmied",
    "thao": "thoj thor",
    "vang": "vaj wang",
    "vue": "vu vwj wu",
    "xiong": "siong xyooj",
    "yang": "yaj",
    "yusuf": "yousef yousif youssef yussuf yuusuf",
    "zahra": "sahra sahro zahro",
}
VARIANTS = ", ".join(
    f'"{variant}": "{name}"' for name, variants in FAMILIES.items() for variant in variants.split()
)

# A word as it sounds: Meyer, Meier, Maier; Schmidt, Schmitt; Carl, Karl; Müller, Mueller; Philip, Filip.
# Coarse on purpose: it only ever finds, a person decides. S stands for sh, C for ch.
WORD_SOUND = f"""
CREATE FUNCTION public.word_sound(word text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $sound$
DECLARE
    s text := COALESCE('{{{VARIANTS}}}'::jsonb ->> word, word);
BEGIN
    IF length(s) < 2 OR translate(s, 'abcdefghijklmnopqrstuvwxyz', '') <> '' THEN
        RETURN s;  -- house numbers and other scripts stay as they are
    END IF;
    IF left(s, 4) = 'cabd' THEN s := substr(s, 2); END IF;
    IF left(s, 1) = 'x' THEN s := 'h' || substr(s, 2); END IF;
    s := replace(replace(replace(replace(s, 'tsch', 'C'), 'sch', 'S'), 'sz', 'S'), 'cz', 'C');
    s := replace(replace(replace(replace(s, 'sh', 'S'), 'ch', 'C'), 'tz', 's'), 'ph', 'f');
    s := replace(replace(replace(replace(s, 'th', 't'), 'dt', 't'), 'dh', 'd'), 'gh', 'g');
    s := replace(replace(replace(replace(s, 'ck', 'k'), 'kh', 'k'), 'qu', 'kv'), 'x', 'ks');
    s := translate(replace(replace(replace(s, 'ce', 'se'), 'ci', 'si'), 'cy', 'si'), 'cqzwyj', 'kksvii');
    s := replace(replace(replace(replace(s, 'ei', 'ai'), 'ie', 'i'), 'ae', 'e'), 'oe', 'o');
    s := replace(replace(s, 'ue', 'u'), 'ou', 'u');
    s := regexp_replace(left(s, 1) || replace(substr(s, 2), 'h', ''), '(.)\\1+', '\\1', 'g');
    IF length(s) > 3 AND right(s, 1) = 'e' THEN s := left(s, -1); END IF;
    RETURN s;
END
$sound$;
"""

# A name, each of its words as it sounds.
SOUNDS = """
CREATE FUNCTION public.sounds(text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $sounds$
DECLARE
    word text;
    result text := '';
BEGIN
    FOREACH word IN ARRAY string_to_array(public.plain($1), ' ') LOOP
        result := result || ' ' || public.word_sound(word);
    END LOOP;
    RETURN ltrim(result);
END
$sounds$;
"""

# The words as typed and as they sound, for a search by beginnings of words in any order.
NAME_WORDS = """
CREATE FUNCTION public.name_words(text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(
    array_remove(string_to_array(public.plain($1) || ' ' || public.sounds($1), ' '), ''));
"""

# An address without its ways of writing: 125 East Main Street and 125 Main St. E hold the same words.
ABBREVIATIONS = {
    "alley": "aly", "avenue": "ave", "av": "ave", "boulevard": "blvd", "circle": "cir", "court": "ct",
    "drive": "dr", "highway": "hwy", "lane": "ln", "parkway": "pkwy", "place": "pl", "road": "rd",
    "square": "sq", "street": "st", "str": "st", "terrace": "ter", "trail": "trl", "tr": "trl", "north":
    "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw", "southeast": "se",
    "southwest": "sw", "first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th",
    "sixth": "6th", "seventh": "7th", "eighth": "8th", "ninth": "9th", "tenth": "10th", "apartment":
    "apt", "unit": "apt", "suite": "apt", "ste": "apt", "no": "apt", "lot": "apt", "saint": "st", "mount":
    "mt", "township": "twp",
}  # fmt: skip
SHORT = ", ".join(f'"{word}": "{short}"' for word, short in ABBREVIATIONS.items())
ADDRESS_PLAIN = f"""
CREATE FUNCTION public.address_plain(text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $address$
DECLARE
    word text;
    s text := public.plain($1);
    result text := '';
BEGIN
    FOREACH word IN ARRAY string_to_array(s, ' ') LOOP
        result := result || ' ' || COALESCE('{{{SHORT}}}'::jsonb ->> word, word);
    END LOOP;
    result := result || ' ';
    IF strpos(result, ' rd ') > 0 THEN
        result := replace(replace(replace(result, ' county rd ', ' cr '), ' cty rd ', ' cr '), ' co rd ', ' cr ');
    END IF;
    result := replace(result, ' county state aid hwy ', ' csah ');
    RETURN btrim(replace(result, ' p o box ', ' po box '));
END
$address$;
"""
ADDRESS_WORDS = """
CREATE FUNCTION public.address_words(text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(array_remove(string_to_array(public.address_plain($1), ' '), ''));
"""
# What makes two addresses one: the house number, then the other words in any order.
ADDRESS_KEY = """
CREATE FUNCTION public.address_key(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(string_agg(word, ' ' ORDER BY place > 1, word), '')
        FROM unnest(string_to_array(public.address_plain($1), ' ')) WITH ORDINALITY AS w(word, place));
"""


def function(statement: str, signature: str) -> migrations.RunSQL:
    return migrations.RunSQL(statement, f"DROP FUNCTION public.{signature}")


class Migration(migrations.Migration):
    dependencies = [("base", "0001_extensions")]
    operations = [
        function(WORD_SOUND, "word_sound(text)"),
        function(SOUNDS, "sounds(text)"),
        function(NAME_WORDS, "name_words(text)"),
        function(ADDRESS_PLAIN, "address_plain(text)"),
        function(ADDRESS_WORDS, "address_words(text)"),
        function(ADDRESS_KEY, "address_key(text)"),
    ]
