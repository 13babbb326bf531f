interface MigrationRelease {
  name: string
  release: string
  runs_from: string
}

/** The table of the migration `migration_releases`, column by column. */
export interface MigrationTables {
  migration_release: MigrationRelease
}
