import { parseArgs } from 'node:util'
import { z } from 'zod'
import { countJobs, listFailures, lockFailedJobs } from '../../office/health/queries/jobs.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { UsageError } from '../run-cli.ts'
import { type AdminCommand, inTransaction, type Operation, onlyArgument } from './command.ts'
import { mailAdmins } from './mail-admins.ts'

function readFilter(args: readonly string[]) {
  try {
    const options = { failed: { type: 'boolean', default: false }, name: { type: 'string' } } as const
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new UsageError('It takes only --failed and --name NAME.')
  }
}

/** Lines of cells, each column as wide as its widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return lines.map((line) => line.trimEnd()).join('\n')
}

export const jobs: AdminCommand = {
  args: '[--failed] [--name NAME]',
  does: 'counts the jobs by name and state, and says why the newest ones failed',
  read(args) {
    const filter = readFilter(args)
    return async ({ db }) => {
      const counts = await countJobs(db, filter)
      if (counts.length === 0) return 'No jobs.'
      const failures = await listFailures(db, filter)
      const rows = counts.map(({ name, state, jobs, oldest }) => [name, state, String(jobs), oldest])
      const reasons = failures.map(({ id, name, state, failed_at, reason }) => [
        ...[id, name, state, failed_at],
        reason,
      ])
      const newest = reasons.length === 0 ? '' : `\n\nNewest failures:\n${table(reasons)}`
      return `${table([['NAME', 'STATE', 'JOBS', 'OLDEST'], ...rows])}${newest}`
    }
  },
}

/** Lets the failed jobs run again; all have one name. */
async function retry(operation: Operation, failed: readonly { id: string; name: string }[]): Promise<string> {
  const { deps, trx, context } = operation
  const name = failed[0]?.name ?? ''
  await deps.queue.retry(
    trx,
    name,
    failed.map(({ id }) => id),
  )
  const after = { job: name, jobs: failed.length, ...(failed.length === 1 && { id: failed[0]?.id }) }
  await writeAudit(deps, trx, { context, action: 'job.retried', subject: ['job', null], after })
  const many = failed.length === 1 ? 'una tarea' : `${failed.length} tareas`
  await mailAdmins(operation, {
    title: 'Se pidió repetir tareas del sistema',
    done: `pidió repetir ${many} de «${name}» que habían fallado`,
  })
  return `Jobs of ${name} that run again within half a minute: ${failed.length}.`
}

export const retryJob: AdminCommand = {
  args: 'ID',
  does: 'lets one failed job run again; the id is that of the command jobs',
  read(args) {
    const id = onlyArgument(args, 'the id of one job')
    if (!z.guid().safeParse(id).success) throw new UsageError(`«${id}» is not the id of a job.`)
    return inTransaction(async (operation) => {
      const failed = await lockFailedJobs(operation.trx, { id })
      if (failed.length === 0) throw new Error(`No failed job has the id ${id}.`)
      return retry(operation, failed)
    })
  },
}

export const retryJobs: AdminCommand = {
  args: 'NAME',
  does: 'lets all failed jobs of a name run again',
  read(args) {
    const name = onlyArgument(args, 'the name of a job')
    return inTransaction(async (operation) => {
      const failed = await lockFailedJobs(operation.trx, { name })
      if (failed.length === 0) throw new Error(`No job of the name ${name} has failed.`)
      return retry(operation, failed)
    })
  },
}
