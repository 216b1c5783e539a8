"""The invented people of the demonstration city, with the kinds of names Stearns County really has.

Nobody here exists. Telephone numbers are of the range kept for fiction (555-01xx).
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Pet:
    name: str
    species: str
    breed: str
    color: str
    sex: str
    altered: str
    age: float  # years before the day of the demonstration
    habit: str = "good"  # good, late, stale-distemper, stale-rabies, never, new, guide
    marks: str = ""


@dataclass(frozen=True)
class Home:
    names: tuple[
        str, ...
    ]  # "Given Family"; the first is the licensed owner; "=" before a firm; "+" before a one-word name
    street: str
    pets: tuple[Pet, ...] = ()
    zoning: str = "residential"
    in_city: bool = True
    mailing: str = ""  # a PO box, where the post goes
    email: str = ""
    note: str = ""
    minor_with_guardian: bool = False  # the second name is under 18, the first is the guardian
    safe_at_home: bool = False
    safety_note: str = ""
    extra: tuple[str, ...] = field(default=())


def dog(name, breed, color, sex, age, habit="good", altered="yes", marks=""):
    return Pet(name, "dog", breed, color, sex, altered, age, habit, marks)


def cat(name, breed, color, sex, age, habit="good", altered="yes", marks=""):
    return Pet(name, "cat", breed, color, sex, altered, age, habit, marks)


HOMES: tuple[Home, ...] = (
    Home(
        ("Marlene Hoeschen", "Leo Hoeschen"),
        "204 Main Street E",
        (
            dog("Bella", "Labrador Retriever", "yellow", "female", 6),
            cat("Mitzi", "Domestic Shorthair", "gray tabby", "female", 9),
        ),
        email="marlene.hoeschen@example.org",
    ),
    Home(
        ("Aloys Pundsack",),
        "311 2nd Avenue SE",
        (dog("Max", "German Shorthaired Pointer", "liver and white", "male", 4),),
    ),
    Home(
        ("Deqo",),
        "118 3rd Street NE",
        (cat("Bisad", "Domestic Longhair", "orange", "male", 3),),
        note="One name only: Deqo.",
    ),
    Home(
        ("Pa Houa Vang", "Tou Vang"),
        "42 Elm Street N",
        (dog("Lucky", "Shiba Inu", "red", "male", 5), dog("Niam", "Mixed", "black and tan", "female", 2)),
        email="pahoua.vang@example.org",
    ),
    Home(
        ("José Muñoz García", "María Muñoz"),
        "517 Main Street W",
        (
            dog("Canelo", "Chihuahua", "cinnamon", "male", 7),
            dog("Luna", "Mixed", "black", "female", 1.2, "stale-distemper"),
        ),
    ),
    Home(
        ("Stanisław Pietruszewski",),
        "9 River Street",
        (dog("Burek", "Polish Lowland Sheepdog", "gray and white", "male", 8),),
    ),
    Home(
        ("Abdi Warsame", "Hodan Warsame"),
        "226 1st Avenue NW",
        (cat("Yaanyuur", "Domestic Shorthair", "black and white", "female", 2, "late"),),
    ),
    Home(
        ("Gertrude Middendorf",),
        "73 Church Street",
        (
            cat("Schnurrli", "Persian", "cream", "female", 11),
            cat("Peterle", "Domestic Shorthair", "brown tabby", "male", 4),
        ),
        mailing="PO Box 44",
    ),
    Home(
        ("Kevin O'Brien", "Siobhan O’Brien"),
        "405 Oak Avenue",
        (dog("Finn", "Irish Setter", "mahogany", "male", 3),),
        email="kobrien@example.org",
    ),
    Home(
        ("Thomas Ramler", "Carol Ramler"),
        "88 County Road 11",
        (
            dog("Rex", "German Shepherd", "black and tan", "male", 5),
            dog("Sadie", "Border Collie", "black and white", "female", 6),
            cat("Barny", "Domestic Shorthair", "gray", "male", 3, "never"),
            cat("Smokey", "Domestic Shorthair", "smoke", "female", 3, "never"),
        ),
        zoning="agricultural",
    ),
    Home(
        ("Ia Xiong", "Chue Xiong"),
        "331 Elm Street N",
        (dog("Pom", "Pomeranian", "orange sable", "female", 4),),
    ),
    Home(
        ("Bernadette Klaphake",),
        "15 5th Avenue SE",
        (dog("Heidi", "Dachshund", "red", "female", 10),),
        mailing="PO Box 112",
    ),
    Home(
        ("Norbert Wensmann", "Rita Wensmann"),
        "640 2nd Street SW",
        (
            dog("Duke", "Golden Retriever", "gold", "male", 2),
            cat("Tiger", "Domestic Shorthair", "orange tabby", "male", 6),
        ),
    ),
    Home(
        ("Faadumo Maxamed", "Cabdullahi Maxamed"),
        "12 Lake Avenue",
        (cat("Basbaas", "Domestic Shorthair", "calico", "female", 1.5),),
    ),
    Home(
        ("Elmer Ettel",),
        "210 3rd Avenue NW",
        (dog("Buster", "Beagle", "tricolor", "male", 9, "stale-rabies"),),
        note="Hard of hearing: speak up, or write.",
    ),
    Home(
        ("Wanda Kowalczyk", "Zbigniew Kowalczyk"),
        "57 Pine Street",
        (dog("Figa", "Mixed", "brindle", "female", 3), cat("Kicia", "Siamese", "seal point", "female", 5)),
    ),
    Home(
        ("=Freeport Feed & Seed",),
        "1 Depot Street",
        (
            cat("Mouser", "Domestic Shorthair", "gray tabby", "male", 7),
            cat("Patches", "Domestic Shorthair", "calico", "female", 5),
        ),
        zoning="commercial",
        email="office@example.com",
    ),
    Home(
        ("Luz Herrera", "Mateo Herrera"),
        "419 Main Street W",
        (dog("Chispa", "Jack Russell Terrier", "white and tan", "female", 2),),
        minor_with_guardian=True,
    ),
    Home(
        ("Dolores Worms",),
        "164 Church Street",
        (dog("Waldi", "Miniature Schnauzer", "salt and pepper", "male", 12),),
    ),
    Home(
        ("Paul Sand", "Jean Sand"),
        "702 2nd Street SW",
        (dog("Gus", "English Bulldog", "fawn and white", "male", 4),),
    ),
    Home(
        ("Mai Nhia Yang",),
        "23 Birch Lane",
        (cat("Tshua", "Domestic Longhair", "white", "female", 2, "stale-distemper"),),
    ),
    Home(
        ("Ricardo Treviño", "Ana Treviño"),
        "508 Oak Avenue",
        (dog("Toro", "Boxer", "brindle", "male", 6), dog("Reina", "Boxer", "fawn", "female", 5)),
    ),
    Home(
        ("Agnes Thielen",), "39 4th Street NE", (cat("Minka", "Domestic Shorthair", "black", "female", 14),)
    ),
    Home(
        ("Roman Hinnenkamp", "Theresa Hinnenkamp"),
        "92 County Road 11",
        (
            dog("Hasso", "Bernese Mountain Dog", "tricolor", "male", 3),
            dog("Lady", "Bernese Mountain Dog", "tricolor", "female", 4),
        ),
        zoning="agricultural",
    ),
    Home(
        ("Sahra Jaamac",),
        "301 1st Avenue NW",
        (cat("Dinnad", "Domestic Shorthair", "tortoiseshell", "female", 4),),
    ),
    Home(
        ("Brian Nathe", "Kristin Nathe"),
        "27 Birch Lane",
        (dog("Oakley", "Goldendoodle", "apricot", "male", 1.8), dog("Piper", "Cavapoo", "ruby", "female", 3)),
        email="nathe.family@example.org",
    ),
    Home(("Zofia Wójcik",), "62 Pine Street", (dog("Azor", "Great Pyrenees", "white", "male", 7),)),
    Home(
        ("Pheng Lor", "Kia Lor"),
        "350 Elm Street N",
        (
            dog("Dub", "Labrador Retriever", "black", "male", 5),
            cat("Miv", "Domestic Shorthair", "gray", "female", 1.1),
        ),
    ),
    Home(("Ruth Primus",), "140 Church Street", (dog("Skipper", "Cocker Spaniel", "buff", "male", 8),)),
    Home(
        ("Harold Beste", "Lorraine Beste"),
        "815 Main Street W",
        (dog("Trixie", "Rat Terrier", "white and black", "female", 6),),
    ),
    Home(
        ("Guadalupe Salinas",),
        "521 Main Street W",
        (dog("Oso", "Rottweiler", "black and mahogany", "male", 4),),
    ),
    Home(
        ("Vernon Goebel",),
        "218 3rd Avenue NW",
        (dog("Penny", "Brittany", "orange and white", "female", 5, "late"),),
    ),
    Home(
        ("Amina Cali", "Xasan Cali"),
        "16 Lake Avenue",
        (cat("Muuri", "Domestic Shorthair", "silver tabby", "male", 2),),
    ),
    Home(
        ("Charles Frieler", "Judith Frieler"),
        "433 5th Avenue SE",
        (
            dog("Ranger", "Chocolate Labrador", "chocolate", "male", 7),
            cat("Socks", "Domestic Shorthair", "black and white", "male", 8),
        ),
    ),
    Home(("Mee Thao",), "78 River Street", (dog("Panda", "Shih Tzu", "black and white", "female", 3),)),
    Home(
        ("Hildegard Schwieters",),
        "11 Church Street",
        (cat("Mohrle", "Domestic Shorthair", "black", "male", 6),),
        mailing="PO Box 7",
    ),
    Home(
        ("Eduardo Cantú", "Rosa Cantú"),
        "540 Oak Avenue",
        (dog("Kira", "Siberian Husky", "gray and white", "female", 3),),
    ),
    Home(
        ("Daniel Lieser", "Amy Lieser"),
        "30 Birch Lane",
        (
            dog("Moose", "Newfoundland", "black", "male", 2),
            cat("Pumpkin", "Domestic Shorthair", "orange", "male", 4),
        ),
    ),
    Home(
        ("Kazimierz Nowak",),
        "67 Pine Street",
        (dog("Reks", "German Shepherd", "sable", "male", 9, "stale-rabies"),),
    ),
    Home(
        ("Linda Blenker",), "609 2nd Street SW", (cat("Duchess", "Maine Coon", "brown tabby", "female", 7),)
    ),
    Home(("Ifrah Nuur",), "24 Lake Avenue", (cat("Shabeel", "Bengal", "brown spotted", "male", 1.3),)),
    Home(
        ("Gerald Toenies", "Mary Toenies"),
        "120 County Road 157",
        (
            dog("Jack", "Australian Cattle Dog", "blue", "male", 6),
            dog("Jill", "Australian Cattle Dog", "red", "female", 6),
        ),
        zoning="agricultural",
    ),
    Home(("Xee Moua", "Bao Moua"), "312 Elm Street N", (dog("Tsov", "Akita", "brindle", "male", 4),)),
    Home(
        ("Walter Welle",),
        "230 3rd Avenue NW",
        (dog("Scout", "Springer Spaniel", "liver and white", "male", 3, "guide"),),
        note="Blind. Reads braille; read papers aloud.",
    ),
    Home(
        ("Alicia Robles",),
        "433 Main Street W",
        (dog("Nube", "Maltese", "white", "female", 5),),
        safe_at_home=True,
    ),
    Home(
        ("Francis Feldhege", "Irene Feldhege"),
        "48 Depot Street",
        (dog("Biscuit", "Corgi", "red and white", "female", 4),),
    ),
    Home(
        ("Nancy Overman",),
        "155 5th Avenue SE",
        (cat("Cleo", "Domestic Shorthair", "blue", "female", 3, "late"),),
    ),
    Home(("Yer Her",), "85 River Street", (dog("Coco", "Poodle", "brown", "female", 6),)),
    Home(
        ("Joseph Hemmesch", "Patricia Hemmesch"),
        "904 Main Street W",
        (
            dog("Bruno", "Saint Bernard", "red and white", "male", 5),
            cat("Whiskers", "Domestic Shorthair", "gray and white", "male", 10),
        ),
    ),
    Home(("Cawo Faarax",), "318 1st Avenue NW", ()),
    Home(
        ("Mark Rademacher", "Julie Rademacher"),
        "36 Birch Lane",
        (
            dog("Daisy", "Beagle", "lemon and white", "female", 2),
            dog("Cooper", "Beagle", "tricolor", "male", 2),
            dog("Copper", "Beagle", "tricolor", "male", 4),
            cat("Snickers", "Domestic Shorthair", "tortoiseshell", "female", 5),
            cat("Twix", "Domestic Shorthair", "orange", "male", 5),
        ),
        safety_note="Loose porch step. Three beagles behind the door, friendly.",
    ),
    Home(
        ("Jadwiga Lewandowska",),
        "71 Pine Street",
        (cat("Puszek", "Domestic Longhair", "white and gray", "male", 8),),
    ),
    Home(
        ("Óscar Ibarra", "Noemí Ibarra"),
        "556 Oak Avenue",
        (dog("Pinto", "Dalmatian", "white and black", "male", 3),),
    ),
    Home(
        ("Sister Mary Ellen Imdieke",),
        "2 Church Street",
        (dog("Francis", "Golden Retriever", "gold", "male", 8),),
    ),
    Home(("=Sacred Heart Parish",), "4 Church Street", ()),
    Home(
        ("Tyler Kulzer", "Megan Kulzer"),
        "41 Birch Lane",
        (dog("Nova", "Weimaraner", "gray", "female", 0.8, "new", "no"),),
    ),
    Home(("Chong Vue",), "320 Elm Street N", (dog("Bear", "Chow Chow", "cream", "male", 5),)),
    Home(
        ("Leonard Zierden",),
        "19 Depot Street",
        (dog("Rosie", "Basset Hound", "tricolor", "female", 9),),
        mailing="PO Box 86",
    ),
    Home(
        ("Filiberto Ávila",),
        "470 Main Street W",
        (dog("Güero", "Labrador Retriever", "yellow", "male", 0.4, "new", "no"),),
    ),
    Home(
        ("Marian Ostendorf",),
        "66 County Road 157",
        (cat("Felix", "Domestic Shorthair", "black and white", "male", 6, "stale-distemper"),),
        in_city=False,
        zoning="agricultural",
        note="Lives outside the city limits.",
    ),
)

VETERINARIANS: tuple[tuple[str, str, str], ...] = (
    ("Dr. Karen Lindholm", "Melrose Veterinary Clinic", "320-555-0141"),
    ("Dr. Samuel Otieno", "Sauk Valley Animal Hospital", "320-555-0162"),
    ("Dr. Beth Jurgens", "Albany Pet Care", "320-555-0187"),
)
