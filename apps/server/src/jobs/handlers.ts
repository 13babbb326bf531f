import type { Deps } from '../command/deps.ts'
import { finishContract } from '../demo/finish-contract.ts'
import { issueConstancia } from '../lending/contracts/commands/issue-constancia.ts'
import { sealContract } from '../lending/contracts/commands/seal-contract.ts'
import { sweepContracts } from '../lending/contracts/commands/sweep-contracts.ts'
import { answerProbe } from '../office/health/commands.ts'
import { mailLink } from '../people/auth/commands/mail-link.ts'
import { chainAudit } from '../platform/audit/commands/chain-audit.ts'
import { pushToPhone } from '../platform/notifications/commands/send-push.ts'
import { checkWaitingPayments } from '../treasury/incoming-payments/commands/check-waiting-payments.ts'
import { askBalance, reconcileDay, reconcileDays } from '../treasury/reconciliation/jobs.ts'
import { sweepTransfers } from '../treasury/transfers/commands/sweep-transfers.ts'
import { askIncomingPayment } from './ask-incoming-payment.ts'
import { askTransfer } from './ask-transfer.ts'
import { checkAudit } from './check-audit.ts'
import { closeDay } from './close-day.ts'
import { forgetOldKeys } from './purge-expired-data.ts'
import { type JobData, type JobName, jobNames } from './queue.ts'
import { sendMail } from './send-mail.ts'
import { sendTransfer } from './send-transfer.ts'
import { takeImport } from './take-import.ts'

type Handlers = { [Name in JobName]: (deps: Deps, data: JobData[Name]) => Promise<void> }

/** The handler of each job. A job may run twice, so every handler must be idempotent. */
export const jobHandlers: Handlers = {
  'send-transfer': sendTransfer,
  'ask-transfer': askTransfer,
  'ask-incoming-payment': askIncomingPayment,
  'seal-contract': sealContract,
  'issue-constancia': issueConstancia,
  'finish-demo-contract': finishContract,
  'send-mail': sendMail,
  'send-push': pushToPhone,
  'mail-link': mailLink,
  'close-day': closeDay,
  'forget-old-keys': forgetOldKeys,
  'reconcile-day': reconcileDay,
  'reconcile-days': reconcileDays,
  'ask-balance': askBalance,
  'take-import': takeImport,
  'check-audit': checkAudit,
  'answer-probe': answerProbe,
}

const schedules = {
  'close-day': '10 0 * * *',
  'forget-old-keys': '30 3 * * *',
  'reconcile-days': '20 * * * *',
  'check-audit': '50 3 * * *',
} satisfies Partial<Record<JobName, string>>

/** Timers that look for work in the tables, so that recovery does not depend on the queue. */
const sweeps = {
  'sweep-transfers': { every_ms: 30_000, run: sweepTransfers },
  'check-incoming-payments': { every_ms: 30_000, run: checkWaitingPayments },
  'sweep-contracts': { every_ms: 600_000, run: sweepContracts },
  'chain-audit': { every_ms: 5000, run: chainAudit },
}

function repeat(deps: Deps, name: keyof typeof sweeps) {
  let running = false
  const run = async () => {
    if (running) return
    running = true
    await sweeps[name].run(deps).catch((error: unknown) => deps.log.error({ err: error }, `${name} failed`))
    running = false
  }
  void run()
  return setInterval(run, sweeps[name].every_ms)
}

const workOn = <Name extends JobName>(deps: Deps, name: Name) =>
  deps.queue.work(name, (data) => jobHandlers[name](deps, data))

/**
 * Starts workers, schedules and sweeps in this process; returns the function that stops the sweeps. The start also
 * queues a daily close for days missed while the server was off, and does not wait for it.
 */
export async function startJobs(deps: Deps): Promise<() => Promise<void>> {
  for (const name of ['close-day', 'forget-old-keys', 'reconcile-days', 'check-audit'] as const)
    await deps.queue.schedule(name, schedules[name])
  for (const name of jobNames) await workOn(deps, name)
  await deps.db.transaction().execute((trx) => deps.queue.send(trx, 'close-day', {}))
  const timers = [
    repeat(deps, 'sweep-transfers'),
    repeat(deps, 'check-incoming-payments'),
    repeat(deps, 'sweep-contracts'),
    repeat(deps, 'chain-audit'),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
  }
}
