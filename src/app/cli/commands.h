/* commands.h - the list of commands, for cli.h.  Each entry is a
 * tby_cmd_<name>; their order here is that of help and of the manual. */
#ifndef TBY_APP_CLI_COMMANDS_H
#define TBY_APP_CLI_COMMANDS_H

#define TBY_CLI_COMMANDS(X)                                                    \
    X(pos)                                                                     \
    X(perft)                                                                   \
    X(engine)                                                                  \
    X(engine_list)                                                             \
    X(analyse)                                                                 \
    X(tb_probe)                                                                \
    X(tb_line)                                                                 \
    X(tb_info)                                                                 \
    X(tb_make)                                                                 \
    X(book_probe)                                                              \
    X(book_info)                                                               \
    X(book_make)                                                               \
    X(book_merge)                                                              \
    X(book_export)                                                             \
    X(pgn_check)                                                               \
    X(pgn_convert)                                                             \
    X(pgn_stats)                                                               \
    X(eco_find)                                                                \
    X(eco_search)                                                              \
    X(eco_from)                                                                \
    X(eco_to)                                                                  \
    X(eco_fromto)                                                              \
    X(eco_orphans)                                                             \
    X(eco_interpolate)                                                         \
    X(eco_lint)                                                                \
    X(eco_diff)                                                                \
    X(eco_classify)                                                            \
    X(eco_learn)                                                               \
    X(eco_export)                                                              \
    X(eco_build)                                                               \
    X(rep_info)                                                                \
    X(rep_check)                                                               \
    X(rep_convert)                                                             \
    X(rep_repair)                                                              \
    X(rep_merge)                                                               \
    X(rep_diff)                                                                \
    X(rep_layout)                                                              \
    X(rep_evaluate)                                                            \
    X(rep_export)                                                              \
    X(rep_import)                                                              \
    X(rep_lines)                                                               \
    X(rep_drill)                                                               \
    X(rep_coverage)                                                            \
    X(rep_deviations)                                                          \
    X(db_import)                                                               \
    X(db_add)                                                                  \
    X(db_merge)                                                                \
    X(db_edit)                                                                 \
    X(db_delete)                                                               \
    X(db_undo)                                                                 \
    X(db_dedupe)                                                               \
    X(db_backup)                                                               \
    X(db_restore)                                                              \
    X(db_info)                                                                 \
    X(db_check)                                                                \
    X(db_optimize)                                                             \
    X(db_position)                                                             \
    X(db_games)                                                                \
    X(db_audit)                                                                \
    X(db_game)                                                                 \
    X(db_moves)                                                                \
    X(db_player)                                                               \
    X(db_players)                                                              \
    X(db_names)                                                                \
    X(db_sql)                                                                  \
    X(db_export)                                                               \
    X(tree_notation)                                                           \
    X(tree_encode)                                                             \
    X(tree_decode)                                                             \
    X(tree_write)                                                              \
    X(tree_verify)                                                             \
    X(tree_count)                                                              \
    X(tree_stats)                                                              \
    X(tree_import)                                                             \
    X(me)                                                                      \
    X(console)                                                                 \
    X(serve)                                                                   \
    X(help)                                                                    \
    X(docs_man)                                                                \
    X(docs_bash)                                                               \
    X(docs_zsh)                                                                \
    X(docs_markdown)

#define TBY_CLI_DECLARE(name) extern const tby_cli_command tby_cmd_##name;
TBY_CLI_COMMANDS(TBY_CLI_DECLARE)
#undef TBY_CLI_DECLARE

#endif
