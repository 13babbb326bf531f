/** A job that runs once a day, and ended for the day. */
interface DailyRun {
  job: string
  day: string
  began_at: string
  ended_at: string
}

/** The table of jobs that ran for a day (100_daily_run.sql). */
export interface DailyRunTables {
  daily_run: DailyRun
}
