import { finishContract } from '../demo/finish-contract.ts'
import type { Deps } from '../lib/deps.ts'
import { answerProbe } from './answer-probe.ts'
import { askTransfer } from './ask-transfer.ts'
import { chainAudit } from './chain-audit.ts'
import { checkAudit } from './check-audit.ts'
import { closeDay } from './close-day.ts'
import { forgetOldKeys } from './forget-old-keys.ts'
import { issueConstancia } from './issue-constancia.ts'
import { mailLink } from './mail-link.ts'
import type { JobData, JobName } from './queue.ts'
import { askBalance, reconcileDay, reconcileDays } from './reconcile-day.ts'
import { sealContract } from './seal-contract.ts'
import { sendMail } from './send-mail.ts'
import { pushToPhone } from './send-push.ts'
import { sendTransfer } from './send-transfer.ts'
import { sweepContracts } from './sweep-contracts.ts'
import { sweepTransfers } from './sweep-transfers.ts'
import { takeImport } from './take-import.ts'

type Handlers = { [Name in JobName]: (deps: Deps, data: JobData[Name]) => Promise<void> }

/** What runs for each job; every handler may run twice and must come out the same. */
export const jobHandlers: Handlers = {
  'send-transfer': sendTransfer,
  'ask-transfer': askTransfer,
  'seal-contract': sealContract,
  'issue-constancia': issueConstancia,
  'finish-demo-contract': finishContract,
  'send-mail': sendMail,
  'send-push': pushToPhone,
  'mail-link': mailLink,
  'sweep-transfers': sweepTransfers,
  'close-day': closeDay,
  'chain-audit': chainAudit,
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

/** Jobs that look for work themselves, so that recovery never depends on the queue. */
const sweeps = {
  'sweep-transfers': { every_ms: 30_000, run: (deps: Deps) => sweepTransfers(deps, {}) },
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

/** Starts working the queues, schedules and sweeps in this process; returns what stops the sweeps. */
export async function startJobs(deps: Deps): Promise<() => Promise<void>> {
  for (const name of ['close-day', 'forget-old-keys', 'reconcile-days', 'check-audit'] as const)
    await deps.queue.schedule(name, schedules[name])
  await deps.queue.work('send-transfer', (data) => sendTransfer(deps, data))
  await deps.queue.work('ask-transfer', (data) => askTransfer(deps, data))
  await deps.queue.work('seal-contract', (data) => sealContract(deps, data))
  await deps.queue.work('issue-constancia', (data) => issueConstancia(deps, data))
  await deps.queue.work('finish-demo-contract', (data) => finishContract(deps, data))
  await deps.queue.work('send-mail', (data) => sendMail(deps, data))
  await deps.queue.work('send-push', (data) => pushToPhone(deps, data))
  await deps.queue.work('mail-link', (data) => mailLink(deps, data))
  await deps.queue.work('close-day', () => closeDay(deps, {}))
  await deps.queue.work('forget-old-keys', () => forgetOldKeys(deps))
  await deps.queue.work('reconcile-day', (data) => reconcileDay(deps, data))
  await deps.queue.work('reconcile-days', () => reconcileDays(deps, {}))
  await deps.queue.work('ask-balance', () => askBalance(deps, {}))
  await deps.queue.work('take-import', (data) => takeImport(deps, data))
  await deps.queue.work('check-audit', () => checkAudit(deps))
  await deps.queue.work('answer-probe', (data) => answerProbe(deps, data))
  await closeDay(deps, {})
  const timers = [
    repeat(deps, 'sweep-transfers'),
    repeat(deps, 'sweep-contracts'),
    repeat(deps, 'chain-audit'),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
  }
}
