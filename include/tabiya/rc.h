/* rc.h - every result code of tabiya, in one table.
 *
 * 0 is success, positive is "no error, but no more", negative is an error.
 * Numbers and machine names are part of the interface: they are never reused
 * and never renumbered.  Each room has a hundred numbers. */
#ifndef TBY_RC_H
#define TBY_RC_H

#include "tabiya/base.h"

/* X(symbol, number, machine name, sentence); first what core says, and all that
 * a page can get from it. */
#define TBY_RC_CORE_MAP(X)                                                     \
    X(OK, 0, "ok", "No error.")                                                \
    X(DONE, 1, "done", "There is nothing more.")                               \
    /* base: 1-99 */                                                           \
    X(E_NOMEM, -1, "out_of_memory", "There is not enough memory.")             \
    X(E_LIMIT, -2, "limit_exceeded", "The input is larger than the limit.")    \
    X(E_UTF8, -3, "utf8_invalid", "The text is not valid UTF-8.")              \
    X(E_NUMBER, -4, "number_invalid", "This is not a number in range.")        \
    /* chess: 100-199 */                                                       \
    X(E_POS_FAULTY, -100, "position_faulty",                                   \
      "The position breaks the rules of chess.")                               \
    X(E_MOVE_EMPTY, -110, "move_from_empty",                                   \
      "There is no piece on the square the move starts from.")                 \
    X(E_MOVE_TURN, -111, "move_wrong_side",                                    \
      "The piece belongs to the side that is not to move.")                    \
    X(E_MOVE_REACH, -112, "move_unreachable",                                  \
      "No such piece can reach that square.")                                  \
    X(E_MOVE_OWN, -113, "move_onto_own",                                       \
      "The square is taken by a piece of the same side.")                      \
    X(E_MOVE_PINNED, -114, "move_pinned", "The piece is pinned to its king.")  \
    X(E_MOVE_IN_CHECK, -115, "move_ignores_check",                             \
      "The move does not answer the check.")                                   \
    X(E_MOVE_INTO_CHECK, -116, "move_into_check",                              \
      "The king would be in check.")                                           \
    X(E_MOVE_NOTHING, -117, "move_nothing_to_capture",                         \
      "A pawn leaves its file only to capture, and there is nothing.")         \
    X(E_MOVE_PROMOTION, -118, "move_promotion_missing",                        \
      "A pawn that reaches the last rank must say what it becomes.")           \
    X(E_MOVE_NO_PROMOTION, -119, "move_promotion_wrong",                       \
      "Only a pawn that reaches the last rank promotes.")                      \
    X(E_CASTLE_RIGHT, -120, "castling_no_right",                               \
      "There is no right to castle on that side.")                             \
    X(E_CASTLE_BLOCKED, -121, "castling_blocked",                              \
      "A piece stands between king and rook or where they go.")                \
    X(E_CASTLE_CHECK, -122, "castling_through_check",                          \
      "The king may not castle out of, through or into check.")                \
    X(E_MOVE_EP, -124, "move_no_en_passant",                                   \
      "En passant is not possible: too late, or the king would be in check.")  \
    X(E_MOVE_NULL, -123, "move_null_in_check", "A side in check cannot pass.") \
    /* notation: 200-299 */                                                    \
    X(E_FEN_PIECE, -200, "fen_piece",                                          \
      "Expected a piece letter or a digit from 1 to 8.")                       \
    X(E_FEN_RANK, -201, "fen_rank", "A rank of the board is not eight wide.")  \
    X(E_FEN_SLASH, -202, "fen_slash", "Expected '/' between two ranks.")       \
    X(E_FEN_TURN, -203, "fen_turn", "Expected the side to move: w or b.")      \
    X(E_FEN_CASTLING, -204, "fen_castling",                                    \
      "Expected castling rights: '-', some of KQkq, or files of rooks.")       \
    X(E_FEN_EP, -205, "fen_en_passant",                                        \
      "Expected '-' or an en passant square on rank 3 or 6.")                  \
    X(E_FEN_HALFMOVES, -206, "fen_halfmoves",                                  \
      "Expected the half-moves since a capture or pawn move, 0 to 65535.")     \
    X(E_FEN_FULLMOVES, -207, "fen_fullmoves",                                  \
      "Expected the number of the move, 0 to 65535.")                          \
    X(E_FEN_SPACE, -208, "fen_field_missing",                                  \
      "The text ends early: a field is missing.")                              \
    X(E_FEN_TRAILING, -209, "fen_trailing",                                    \
      "There is more text than a FEN can hold.")                               \
    X(E_EPD_OPERATION, -210, "epd_operation",                                  \
      "Expected an EPD operation that ends with ';'.")                         \
    X(E_SAN_SYNTAX, -220, "san_syntax", "This is not a move.")                 \
    X(E_SAN_AMBIGUOUS, -221, "san_ambiguous",                                  \
      "More than one legal move fits.")                                        \
    X(E_SAN_NOT_CANONICAL, -222, "san_not_canonical",                          \
      "The move is legal but not written in standard algebraic notation.")     \
    X(E_UCI_SYNTAX, -230, "uci_syntax",                                        \
      "Expected a move such as e2e4 or e7e8q.")                                \
    X(E_LINE_NUMBER, -240, "line_move_number",                                 \
      "The move number does not fit the moves before it.")                     \
    X(E_LINE_EMPTY, -241, "line_empty", "There is no position in the text.")   \
    X(E_EVAL, -250, "evaluation_invalid",                                      \
      "Expected an evaluation such as 'white +0.35' or 'black M3'.")           \
    X(E_SHORT_SYNTAX, -260, "short_syntax",                                    \
      "This is not a move in the shortest notation.")                          \
    X(E_SHORT_NO_MOVE, -261, "short_no_move", "No legal move fits.")           \
    X(E_SHORT_AMBIGUOUS, -262, "short_ambiguous",                              \
      "More than one legal move fits.")                                        \
    X(E_SHORT_LEGACY, -263, "short_legacy",                                    \
      "Several moves go to the square; the pawn's is meant.")                  \
    /* model: 300-399 */                                                       \
    X(E_NAMES_MAGIC, -300, "book_magic",                                       \
      "This is no file of names of openings.")                                 \
    X(E_NAMES_VERSION, -301, "book_version",                                   \
      "The names were compiled by another version: build them again.")         \
    X(E_NAMES_CHECKSUM, -302, "book_checksum",                                 \
      "The names are damaged: their checksum does not fit.")                   \
    X(E_NAMES_DAMAGED, -303, "book_damaged",                                   \
      "The names are damaged: a number in them points outside.")               \
    X(E_POLYGLOT_SIZE, -310, "polyglot_size",                                  \
      "The book ends in the middle of an entry.")                              \
    X(E_POLYGLOT_ORDER, -311, "polyglot_order",                                \
      "The entries of the book are not sorted by their keys.")                 \
    X(E_POLYGLOT_CROWD, -312, "polyglot_crowd",                                \
      "A position has more entries than there can be moves.")                  \
    /* format: 400-499 */                                                      \
    X(E_MORE, -400, "more", "The text ends before the game does.")             \
    X(E_PGN_TAG, -401, "pgn_tag", "Expected a tag: [Name \"Value\"].")         \
    X(E_PGN_TOKEN, -402, "pgn_token", "This is no part of a game.")            \
    X(E_PGN_COMMENT, -403, "pgn_comment_open", "The comment does not end.")    \
    X(E_PGN_VARIATION, -404, "pgn_variation",                                  \
      "A variation opens without a move before it, or closes without "         \
      "opening.")                                                              \
    X(E_PGN_VARIATION_OPEN, -405, "pgn_variation_open",                        \
      "The game ends inside a variation.")                                     \
    X(E_PGN_SETUP, -406, "pgn_setup", "The FEN tag gives no position.")        \
    X(E_PGN_VARIANT, -407, "pgn_variant",                                      \
      "The game is of a variant that tabiya does not play.")                   \
    X(E_PGN_FIT, -408, "pgn_fit",                                              \
      "Written as PGN the game or a tag is longer than what can be read.")     \
    X(W_PGN_STRAY, -418, "pgn_stray_result",                                   \
      "A result without tags and moves is no game.")                           \
    X(E_CDB_MAGIC, -420, "cdb_magic", "Expected the start of a .cdb game.")    \
    X(E_CDB_FIELD, -421, "cdb_field", "A field of the game is out of range.")  \
    X(E_CDB_CUT, -422, "cdb_cut", "The file ends in the middle of a game.")    \
    X(E_CDB_FIT, -423, "cdb_fit", "The game does not fit the .cdb format.")    \
    X(E_JSON_SYNTAX, -430, "json_syntax", "This is not JSON.")                 \
    X(E_JSON_FIELD, -431, "json_field",                                        \
      "A field is missing or of the wrong type.")                              \
    X(E_OPENING_FIELDS, -440, "opening_fields",                                \
      "Expected the columns code, name and moves.")                            \
    X(E_OPENING_CODE, -441, "opening_code",                                    \
      "Expected an ECO code, a letter A to E and two digits.")                 \
    X(E_OPENING_NAME, -442, "opening_name", "The opening has no name.")        \
    X(E_OPENING_MOVES, -443, "opening_moves",                                  \
      "The opening has neither moves nor a position.")                         \
    X(E_OPENING_SYNTAX, -444, "opening_syntax",                                \
      "Expected a code, a name in quotes, moves and '*'.")                     \
    X(E_OPENING_FORMAT, -445, "opening_format",                                \
      "This is no list of openings that tabiya can read.")                     \
    X(E_OPENING_MISMATCH, -446, "opening_mismatch",                            \
      "The moves do not lead to the position.")                                \
    X(E_OPENING_LAYOUT, -447, "opening_layout",                                \
      "The moves are not numbered and spaced as they should be.")              \
    X(E_OPENING_BLANK, -448, "opening_blank", "There is a space too many.")    \
    X(E_REP_VERSION_MISSING, -450, "rep_version_missing",                      \
      "Invalid file format. Missing version header.")                          \
    X(E_REP_VERSION, -451, "rep_version",                                      \
      "Unsupported version. Expected v5.0.")                                   \
    X(E_REP_TITLE, -452, "rep_title",                                          \
      "Invalid file format. Missing title line.")                              \
    X(E_REP_NO_COLOR, -453, "rep_color_missing",                               \
      "Invalid file format. Missing player color line.")                       \
    X(E_REP_FEN, -454, "rep_fen", "Invalid FEN.")                              \
    X(E_REP_MOVE, -455, "rep_move", "Invalid move.")                           \
    X(E_REP_COORDINATES, -456, "rep_coordinates", "Invalid coordinates.")      \
    X(E_REP_EVALUATION, -457, "rep_evaluation", "Invalid evaluation.")         \
    X(E_REP_LINE, -458, "rep_line", "Invalid line.")                           \
    X(E_REP_CHESS960, -459, "rep_chess960",                                    \
      "The castling rights are those of Chess960, which is not played here.")  \
    X(E_REP_EP, -460, "rep_repaired_ep",                                       \
      "The en passant square was lost and is restored.")                       \
    X(E_REP_CASTLING, -461, "rep_repaired_castling",                           \
      "The castling rights were lost and are restored.")                       \
    X(E_REP_DUPLICATE, -462, "rep_duplicate",                                  \
      "The position has another line, which says otherwise: the last "         \
      "counts.")                                                               \
    X(E_REP_ENCODING, -463, "rep_encoding",                                    \
      "The text is not UTF-8 and was read as Windows-1252.")                   \
    X(E_REP_TOO_LONG, -464, "rep_too_long",                                    \
      "The line is longer than 1048576 bytes.")                                \
    X(E_REP_NUL, -465, "rep_nul", "The text has a NUL, which became a space.") \
    X(E_REP_TWICE, -466, "rep_twice",                                          \
      "The move has another line: what both say of it is joined.")             \
    X(E_REP_EXPLODES, -470, "rep_explodes",                                    \
      "Written out line by line, the repertoire is larger than 256 MB.")       \
    X(E_REP_GAME_960, -471, "rep_game_chess960",                               \
      "The game is Chess960, and a repertoire holds orthodox chess only.")     \
    X(E_CARDS_VERSION, -480, "cards_version",                                  \
      "Expected the line 'tabiya cards 1' at the top.")                        \
    X(E_CARD_FIELDS, -481, "card_fields",                                      \
      "Expected key, FEN, stability, difficulty, due, last, reps, lapses.")    \
    X(E_CARD_KEY, -482, "card_key", "The key does not fit the position.")      \
    X(E_CARD_NUMBER, -483, "card_number", "A number is out of range.")         \
    X(E_CARD_TIME, -484, "card_time",                                          \
      "Expected a time in UTC such as 2026-07-01T12:34:56Z.")                  \
    X(E_TREE_LINE, -485, "tree_line", "This is no line of a node.")            \
    X(E_TREE_ID, -486, "tree_id",                                              \
      "Expected '#' and the number of a node, and nothing after it.")          \
    X(E_TREE_FEN, -487, "tree_fen",                                            \
      "The node does not say its position as it should be written.")           \
    X(E_TREE_BLANK, -488, "tree_blank",                                        \
      "An empty line comes after the position, and nowhere else.")             \
    X(E_TREE_MOVE, -489, "tree_move", "No legal move is written so.")          \
    X(E_TREE_FORM, -490, "tree_form",                                          \
      "The move is not written in its shortest form.")                         \
    X(E_TREE_ORDER, -491, "tree_order",                                        \
      "The lines of the node are not in their order.")                         \
    X(E_TREE_TWICE, -492, "tree_twice", "The line stands there already.")      \
    X(E_TREE_EP, -493, "tree_ep",                                              \
      "The en passant square is given, but no pawn can capture there.")        \
    X(E_TREE_MARKS, -494, "tree_marks",                                        \
      "Expected one mark of '?', 'd', 'w', 'l' for each legal move.")          \
    X(E_TREE_RANGE, -495, "tree_range",                                        \
      "New and equivalent ids do not fit the number of legal moves.")          \
    X(E_TREE_CUT, -496, "tree_cut", "The node ends before it is complete.")    \
    X(E_TREE_ENCODING, -497, "tree_encoding",                                  \
      "The text is not UTF-8 with a line feed at the end of each line.")       \
    /* logic: 500-599 */                                                       \
    X(E_GRAPH_EDGE, -500, "graph_edge",                                        \
      "An edge names a node that is not there.")                               \
    X(E_TREE_ROOT, -510, "tree_root", "There is no node #0.")                  \
    X(E_TREE_NODE_TWICE, -511, "tree_node_twice",                              \
      "Another node has the same number.")                                     \
    X(E_TREE_NUMBER, -512, "tree_number",                                      \
      "The node has another number than breadth first gives it.")              \
    X(E_TREE_TRANSPOSES, -513, "tree_transposition",                           \
      "The position was reached before, and that number is not used.")         \
    X(E_TREE_TAKEN, -514, "tree_number_taken",                                 \
      "The number belongs to another position.")                               \
    X(E_TREE_POSITION, -515, "tree_position",                                  \
      "The position is not the one that the move of the parent leads to.")     \
    X(E_TREE_CLOCK, -516, "tree_clock",                                        \
      "The half-move clock is not that of the path to the node.")              \
    X(E_TREE_FROM_MISSING, -517, "tree_from_missing",                          \
      "A parent of the node is not named.")                                    \
    X(E_TREE_FROM_WRONG, -518, "tree_from_wrong",                              \
      "No move of that node leads here.")                                      \
    X(E_TREE_FROM_ABSENT, -519, "tree_from_absent",                            \
      "The node that is named as a parent does not exist.")                    \
    X(E_TREE_CHILD_ABSENT, -520, "tree_child_absent",                          \
      "The node that the move leads to does not exist.")                       \
    X(E_TREE_LOOP, -521, "tree_loop",                                          \
      "The first parents lead in a circle, not to the root.")                  \
    X(E_TREE_UNREACHED, -522, "tree_unreached", "No move leads to the node.")  \
    X(E_TREE_MOVES, -523, "tree_moves_missing",                                \
      "Legal moves are missing from the node.")                                \
    X(E_TREE_ENDING, -524, "tree_ending",                                      \
      "The node does not say how the game ends, or says it wrongly.")          \
    X(E_TREE_MARK, -525, "tree_mark", "The mark is not what the tree proves.") \
    /* endgame: 1100-1199 */                                                   \
    X(E_TABLE_MEN, -1100, "table_no_position",                                 \
      "There are no endgame tables for this: too many men, or castling.")      \
    X(E_TABLE_MISSING, -1101, "table_missing",                                 \
      "The endgame table that is needed is not here.")                         \
    X(E_TABLE_MAGIC, -1102, "table_magic",                                     \
      "This is not an endgame table of the kind its name says.")               \
    X(E_TABLE_CUT, -1103, "table_cut",                                         \
      "The endgame table is damaged: it ends too early.")                      \
    X(E_TABLE_SUM, -1104, "table_sum",                                         \
      "The endgame table is damaged: its checksum does not fit.")              \
    X(E_TABLE_OTHER, -1105, "table_other",                                     \
      "The endgame table is one of other men than its name says.")             \
    X(E_TABLE_DAMAGED, -1106, "table_damaged",                                 \
      "The endgame table is damaged: its parts contradict each other.")        \
    /* app: 1000-1099, goes on below */                                        \
    X(E_HANDLE, -1001, "handle_closed", "What this was about is not open.")

#define TBY_RC_REST_MAP(X)                                                     \
    /* format: what is odd about a game of PGN that was read */                \
    X(W_PGN_RESULT, -410, "pgn_result_conflict",                               \
      "The Result tag and the end of the game do not agree.")                  \
    X(W_PGN_BOARD, -411, "pgn_result_board",                                   \
      "The result is not that of the position on the board.")                  \
    X(W_PGN_NO_RESULT, -412, "pgn_result_missing",                             \
      "The game has tags, but none says its result.")                          \
    X(W_PGN_NO_END, -413, "pgn_end_missing",                                   \
      "The game does not end with a result.")                                  \
    X(W_PGN_TAG_TWICE, -414, "pgn_tag_twice", "The tag is there already.")     \
    X(W_PGN_DATE, -415, "pgn_date",                                            \
      "Expected a date such as 2011.11.20, with ?? for what is not known.")    \
    X(W_PGN_CHESS960, -416, "pgn_chess960",                                    \
      "The castling rights are those of Chess960, but no Variant tag says "    \
      "so.")                                                                   \
    X(W_PGN_SETUP, -417, "pgn_setup_faulty",                                   \
      "The position of the FEN tag breaks the rules of chess.")                \
    X(W_PGN_RESULT_TAG, -419, "pgn_result_tag",                                \
      "The Result tag is no result of PGN.")                                   \
    /* io: 600-699 */                                                          \
    X(E_IO_OPEN, -600, "io_open", "The file cannot be opened.")                \
    X(E_IO_READ, -601, "io_read", "The file cannot be read.")                  \
    X(E_IO_WRITE, -602, "io_write", "The output cannot be written.")           \
    X(E_IO_SPAWN, -603, "io_spawn", "The program cannot be started.")          \
    X(E_IO_TIMEOUT, -604, "io_timeout", "The program did not answer in time.") \
    X(E_IO_CLOSED, -605, "io_closed", "The program closed its output.")        \
    X(E_IO_CORRUPT, -607, "io_corrupt", "The compressed data is corrupt.")     \
    X(E_IO_CUT, -608, "io_cut", "The compressed data ends early.")             \
    X(E_IO_FORMAT, -609, "io_format",                                          \
      "The archive cannot be read: its format or a feature is not supported.") \
    X(E_IO_THREAD, -606, "io_thread", "A thread cannot be started.")           \
    X(E_IO_LOCKED, -610, "io_locked",                                          \
      "Another program is writing in the folder of the file.")                 \
    X(E_IO_FULL, -611, "io_full", "There is no room on the disk.")             \
    /* store: 700-799 */                                                       \
    X(E_STORE_OPEN, -700, "store_open", "The database cannot be opened.")      \
    X(E_STORE_FOREIGN, -701, "store_foreign",                                  \
      "This is no game database of tabiya.")                                   \
    X(E_STORE_NEWER, -702, "store_newer",                                      \
      "The database was made by a newer version of tabiya.")                   \
    X(E_STORE_OLDER, -703, "store_older",                                      \
      "The database is of an older version: import or optimize brings it up "  \
      "to date.")                                                              \
    X(E_STORE_LOCKED, -704, "store_locked",                                    \
      "Another program is writing to the database.")                           \
    X(E_STORE_FULL, -705, "store_full", "The disk is full.")                   \
    X(E_STORE_WRITE, -706, "store_write", "The database cannot be written.")   \
    X(E_STORE_DAMAGED, -707, "store_damaged", "The database is damaged.")      \
    X(E_STORE_FIT, -708, "store_fit",                                          \
      "The game is too large for the database.")                               \
    X(E_STORE_SQL, -710, "store_sql", "The query cannot be answered.")         \
    X(E_STORE_TIME, -711, "store_time", "The query took too long.")            \
    X(E_STORE_FILTER, -712, "store_filter",                                    \
      "The value of a filter is not understood.")                              \
    X(E_STORE_OUTDATED, -713, "store_outdated",                                \
      "The database is of an older version that cannot be brought up to "      \
      "date: import its games into a new one.")                                \
    X(E_STORE_LACKS, -715, "store_lacks",                                      \
      "This kind of database cannot do that.")                                 \
    X(E_STORE_STOPPED, -719, "store_stopped", "The question was stopped.")     \
    X(E_STORE_REVERSED, -714, "store_filter_reversed",                         \
      "The range is reversed: its end lies before its beginning.")             \
    X(E_STORE_SERVER, -716, "store_server",                                    \
      "A server of the database failed.")                                      \
    X(E_STORE_ADDRESS, -717, "store_address",                                  \
      "This is no address of a database.")                                     \
    /* engine: 800-899 */                                                      \
    X(E_ENGINE_NONE, -800, "engine_missing",                                   \
      "There is no chess engine: install the package stockfish of Debian or "  \
      "name another with --engine.")                                           \
    X(E_ENGINE_START, -801, "engine_no_uci",                                   \
      "The program does not answer as a UCI engine does.")                     \
    X(E_ENGINE_SILENT, -802, "engine_silent", "The engine does not answer.")   \
    X(E_ENGINE_ENDED, -803, "engine_ended", "The engine ended unasked.")       \
    X(E_ENGINE_ANSWER, -804, "engine_answer",                                  \
      "The engine answered with a move that is not legal.")                    \
    X(E_ENGINE_SCORE, -805, "engine_no_evaluation",                            \
      "The engine gave no evaluation.")                                        \
    X(E_ENGINE_OPTION, -806, "engine_option",                                  \
      "The engine lacks an option that is needed, or its range is too small.") \
    X(E_ENGINE_OVER, -807, "engine_game_over",                                 \
      "The game is over: there is nothing to search.")                         \
    /* work: 900-999 */                                                        \
    X(E_REP_LOSS, -900, "rep_loss",                                            \
      "Lines of the file were refused; what is written would lack them.")      \
    X(E_REP_COLOR, -901, "rep_color",                                          \
      "The file does not say whose repertoire it is.")                         \
    X(E_REP_CHANGED, -902, "rep_changed",                                      \
      "The file was changed meanwhile and is left as it is.")                  \
    X(E_REP_PACKED, -903, "rep_packed",                                        \
      "The file is compressed in a way that can be read but not written.")     \
    X(E_GRAPHVIZ_NONE, -910, "graphviz_missing",                               \
      "There is no Graphviz: install the package graphviz of Debian.")         \
    X(E_GRAPHVIZ_NAME, -911, "graphviz_algorithm",                             \
      "Graphviz has no such algorithm: dot, neato, fdp, sfdp, twopi, circo.")  \
    X(E_GRAPHVIZ_SLOW, -912, "graphviz_slow",                                  \
      "Graphviz did not finish in the time it was given.")                     \
    X(E_GRAPHVIZ_ENDED, -913, "graphviz_ended",                                \
      "Graphviz ended without a layout; it may have needed more memory than "  \
      "it was given.")                                                         \
    X(E_GRAPHVIZ_ANSWER, -914, "graphviz_answer",                              \
      "Graphviz answered with something that is no layout.")                   \
    X(E_ALIASES, -920, "aliases",                                              \
      "Expected a spelling, a tab and the name that is meant.")                \
    X(E_TREE_FOLDER, -930, "tree_folder",                                      \
      "This is no folder of a node, or not in its place.")                     \
    X(E_TREE_SIZE, -931, "tree_size",                                          \
      "The tree has more nodes than the limit.")                               \
    X(E_TREE_EXISTS, -932, "tree_exists",                                      \
      "There is something of that name already.")                              \
    X(E_FILE_KIND, -940, "file_kind",                                          \
      "This is another kind of file than the command takes.")                  \
    X(E_NO_GAME, -941, "no_game", "There is no game in the file.")             \
    /* app: 1000-1099 */                                                       \
    X(E_USAGE, -1000, "usage", "The command line is not understood.")          \
    X(E_HTTP_TARGET, -1010, "http_target",                                     \
      "The address of the request is not understood.")                         \
    X(E_HTTP_LISTEN, -1011, "http_listen",                                     \
      "The server cannot listen at this address.")

#define TBY_RC_MAP(X) TBY_RC_CORE_MAP(X) TBY_RC_REST_MAP(X)

typedef enum tby_rc {
#define TBY_RC_ENUM(symbol, number, name, sentence) TBY_##symbol = (number),
    TBY_RC_MAP(TBY_RC_ENUM)
#undef TBY_RC_ENUM
} tby_rc;

/* What went wrong, and at which byte of the input (0 is the first). */
typedef struct tby_err {
    tby_rc code;
    size_t at;
} tby_err;

TBY_BEGIN

/* The stable machine name, e.g. "san_ambiguous"; "unknown" for a number that
 * is not in the table.  The string is static. */
TBY_API const char *tby_rc_name(tby_rc rc);

/* One English sentence for a person.  The string is static. */
TBY_API const char *tby_rc_text(tby_rc rc);

TBY_END

#endif
