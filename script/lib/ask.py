"""`ask.py URL < statement`: the rows, columns parted by tabs. Reads an address as the application does."""

import sys

import environ
import psycopg2


def main() -> None:
    config = environ.Env.db_url_config(sys.argv[1])
    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    arguments = {name: config[key] for key, name in names.items() if config.get(key)}
    try:
        connection = psycopg2.connect(**arguments, **config.get("OPTIONS", {}))
        with connection, connection.cursor() as cursor:
            cursor.execute(sys.stdin.read())
            rows = cursor.fetchall() if cursor.description else []
    except psycopg2.Error as error:
        sys.exit(str(error))
    for row in rows:
        print(*("" if value is None else value for value in row), sep="\t")


main()
