# rows.py DB: the rows of a database as hexadecimal digits, but for those that
# zstd has compressed: their bytes may change with its version.
import sqlite3
import sys

db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
NAMES = ("players", "events", "sites", "texts")
for table in NAMES + ("player_folds", "runs", "batches"):
    for row in db.execute(f"SELECT * FROM {table}"):
        print(table, *(v.hex() if isinstance(v, bytes) else v for v in row))
for table, key in (("game_moves", "last"), ("chunks", "id"), ("run_pages", "id"),
                   ("run_lists", "id"), ("run_players", "id")):
    for row, data in db.execute(f"SELECT {key}, data FROM {table} ORDER BY {key}"):
        if table != "chunks" or row % 64 < 63:
            print(table, row, data.hex())
