import { businessDay } from '@quincena/domain/dates'
import { DOCUMENT_KINDS, documentLabel } from '@quincena/domain/documents/rules'
import { consentNames } from '@quincena/domain/legal/consent'
import { isoOf } from '../command/clock.ts'
import type { Deps } from '../deps.ts'
import { closeBusinessDay } from '../lending/loans/commands/close-day.ts'
import { reviewDocument, uploadDocument } from '../people/documents/commands.ts'
import { giveConsents } from '../people/legal/commands.ts'
import { listLegalDocuments } from '../people/legal/queries.ts'
import { writeSetting } from '../platform/settings/commands/write-setting.ts'
import { createDemoRun, type DemoRun, type DemoUser, demoUser } from './demo-run.ts'
import { runLoan, type Steps } from './loan-history.ts'
import { loanPlansOf } from './loan-plans.ts'
import type { LoanUsers } from './loan-steps.ts'
import { type SeededPeople, seedPeople } from './people.ts'
import { seeded } from './random.ts'
import { samplePdf } from './sample-pdf.ts'
import { openStpAccount } from './stp-opening.ts'

const seed = 20_261_120
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const desk = {
  ip: '187.190.12.40',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
}
/** Workers without complete documents: Beto has none, a few others have two. */
const isWithoutDocuments = (index: number) => index === 1 || index % 14 === 9

/** All workers accept the current texts before their first loan; all but Beto have dismissed the welcome. */
async function seedConsents({ deps }: DemoRun, workers: SeededPeople['workers']) {
  const [today, lender] = [businessDay(deps.clock()), deps.brand.current().lender]
  const texts = await listLegalDocuments(deps.db, { today, lender }, consentNames)
  const consents = consentNames.flatMap((document) =>
    texts.filter((text) => text.document === document).map(({ version }) => ({ document, version })),
  )
  for (const [index, worker] of workers.entries()) {
    await giveConsents(deps, asWorker(worker, index).context(), consents)
  }
  const ids = workers.filter((_, index) => index !== 1).map((worker) => worker.id)
  await deps.db
    .updateTable('app_user')
    .set({ is_onboarding_dismissed: true })
    .where('id', 'in', ids)
    .execute()
}

/** Workers upload their documents, and the manager accepts them. */
async function seedDocuments(run: DemoRun, workers: SeededPeople['workers'], manager: DemoUser) {
  const files = new Map(
    await Promise.all(
      DOCUMENT_KINDS.map(async (kind) => [kind, await samplePdf(documentLabel(kind))] as const),
    ),
  )
  run.setNow(run.end.subtract({ hours: 24 * 430 }))
  for (const [index, worker] of workers.entries()) {
    const kinds = index === 1 ? [] : isWithoutDocuments(index) ? DOCUMENT_KINDS.slice(0, 2) : DOCUMENT_KINDS
    const { context } = asWorker(worker, index)
    for (const kind of kinds) {
      const bytes = files.get(kind)
      if (bytes === undefined) continue
      const upload = { user: worker.id, kind, loan: null, bytes }
      const { id } = await uploadDocument(run.deps, context(), upload)
      await reviewDocument(run.deps, manager.context(), { id, review: 'accepted' })
    }
  }
}

function asWorker(worker: SeededPeople['workers'][number], index: number) {
  const actor = { id: worker.id, user_type: 'U2' as const, company_id: worker.company_id }
  return demoUser(actor, { ip: `189.203.${index}.${10 + index}`, user_agent: phone })
}

function asStaff(staff: SeededPeople['staff'], user_type: 'U0' | 'U1') {
  const user = staff.find((row) => row.user_type === user_type)
  if (user === undefined) throw new Error(`the demo has no ${user_type}`)
  return demoUser({ id: user.id, user_type, company_id: null }, desk)
}

/** Runs the daily close once a week: offers expire and late loans become overdue. */
async function* dailyCloses(run: DemoRun): Steps {
  for (let days = 420; days >= 0; days -= 7) {
    yield run.end.subtract({ hours: days * 24 })
    await closeBusinessDay(run.deps)
  }
}

/** Runs all histories together in the order of their next steps, up to the present. */
async function runAll(run: DemoRun, histories: Steps[]) {
  const waiting: { history: Steps; at: Temporal.Instant }[] = []
  const advance = async (history: Steps) => {
    const { value, done } = await history.next()
    if (done !== true && Temporal.Instant.compare(value, run.end) <= 0) waiting.push({ history, at: value })
  }
  for (const history of histories) await advance(history)
  for (;;) {
    waiting.sort((left, right) => Temporal.Instant.compare(right.at, left.at))
    const next = waiting.pop()
    if (next === undefined) return
    run.setNow(next.at)
    await advance(next.history)
  }
}

/**
 * From now on the lender pays only to verified accounts. Those of the workers with a payout are; the simulator verifies
 * the others when they ask for money.
 */
function blockUnverified({ deps, end }: DemoRun) {
  const value = { mode: 'block' as const }
  return writeSetting(deps.db, 'account_verification', { value, updated_at: isoOf(end) })
}

/**
 * Fills an empty database: companies, people, the simulator's balance as opening balance, documents and fourteen months
 * of loans, created by the real commands with a fixed seed and dates relative to now. Ana (first) and Beto (second) have
 * no loans.
 */
export async function seedDemo(deps: Deps) {
  const random = seeded(seed)
  const people = await seedPeople(deps, random)
  const run = createDemoRun(deps, random)
  const [manager, admin] = [asStaff(people.staff, 'U1'), asStaff(people.staff, 'U0')]
  if (deps.env.stp.simulator) await openStpAccount(run, admin)
  await seedDocuments(run, people.workers, manager)
  await seedConsents(run, people.workers)
  const histories: Steps[] = [dailyCloses(run)]
  for (const [index, worker] of people.workers.entries()) {
    if (index < 2 || isWithoutDocuments(index)) continue
    const users: LoanUsers = { run, worker: asWorker(worker, index), manager, admin }
    const person = { biweekly_salary_cents: worker.biweekly_salary_cents ?? 0 }
    for (const plan of loanPlansOf({ random, end: run.end, person }, index))
      histories.push(runLoan(users, plan))
  }
  await runAll(run, histories)
  await blockUnverified(run)
}
