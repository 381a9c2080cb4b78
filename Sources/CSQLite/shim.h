#ifndef RSSIUM_CSQLITE_SHIM_H
#define RSSIUM_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLite copies what is bound. The macro SQLITE_TRANSIENT is a cast that Swift cannot import. */
static inline int rssium_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline void rssium_result_text(sqlite3_context *context, const char *text, int length) {
    sqlite3_result_text(context, text, length, SQLITE_TRANSIENT);
}

/* Call this before any other function of SQLite. rssium does not read SQLite's memory statistics, and collecting them
   takes a lock for each allocation. */
static inline int rssium_leave_memory_uncounted(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Foreign keys, triggers and the like: sqlite3_db_config is variadic too. */
static inline int rssium_db_config(sqlite3 *database, int option, int on) {
    return sqlite3_db_config(database, option, on, (int *)0);
}

#endif
