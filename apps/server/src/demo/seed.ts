import { DOCUMENT_KINDS } from '@quincena/domain/documents/rules'
import type { Deps } from '../deps.ts'
import { closeBusinessDay } from '../lending/loans/commands/close-day.ts'
import { uploadDocument } from '../people/documents/commands.ts'
import { giveConsents } from '../people/legal/commands.ts'
import { getLegalDocument } from '../people/legal/queries.ts'
import { type SeededPeople, seedPeople } from './people.ts'
import { plotsOf } from './plots.ts'
import { seeded } from './random.ts'
import { samplePdf } from './sample-pdf.ts'
import type { Part } from './scenes.ts'
import { player, type Stage, setStage } from './stage.ts'
import { play, type Story } from './stories.ts'

const seed = 20_261_120
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const desk = {
  ip: '187.190.12.40',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
}
/** Workers without complete documents: Beto has none, a few others have two. */
const isWithoutDocuments = (index: number) => index === 1 || index % 14 === 9

/** All workers accept the current texts before their first loan; all but Beto have dismissed the welcome. */
async function seedConsents({ deps }: Stage, workers: SeededPeople['workers']) {
  const consents = (['terms', 'privacy'] as const).map((document) => {
    return { document, version: getLegalDocument(deps.env.lender, document).version }
  })
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

async function seedDocuments(stage: Stage, workers: SeededPeople['workers']) {
  const files = new Map(
    await Promise.all(DOCUMENT_KINDS.map(async (kind) => [kind, await samplePdf(kind)] as const)),
  )
  stage.setNow(stage.end.subtract({ hours: 24 * 430 }))
  for (const [index, worker] of workers.entries()) {
    const kinds = index === 1 ? [] : isWithoutDocuments(index) ? DOCUMENT_KINDS.slice(0, 2) : DOCUMENT_KINDS
    const { context } = asWorker(worker, index)
    for (const kind of kinds) {
      const bytes = files.get(kind)
      if (bytes !== undefined)
        await uploadDocument(stage.deps, context(), { user: worker.id, kind, loan: null, bytes })
    }
  }
}

function asWorker(worker: SeededPeople['workers'][number], index: number) {
  const actor = { id: worker.id, user_type: 'U2' as const, company_id: worker.company_id }
  return player(actor, { ip: `189.203.${index}.${10 + index}`, user_agent: phone })
}

function asStaff(staff: SeededPeople['staff'], user_type: 'U0' | 'U1') {
  const user = staff.find((row) => row.user_type === user_type)
  if (user === undefined) throw new Error(`the demo has no ${user_type}`)
  return player({ id: user.id, user_type, company_id: null }, desk)
}

/** Runs the daily close once a week: offers expire and late loans become overdue. */
async function* closings(stage: Stage): Story {
  for (let days = 420; days >= 0; days -= 7) {
    yield stage.end.subtract({ hours: days * 24 })
    await closeBusinessDay(stage.deps)
  }
}

/** Runs all stories together in the order of their next steps, up to the present. */
async function playAll(stage: Stage, stories: Story[]) {
  const waiting: { story: Story; at: Temporal.Instant }[] = []
  const advance = async (story: Story) => {
    const { value, done } = await story.next()
    if (done !== true && Temporal.Instant.compare(value, stage.end) <= 0) waiting.push({ story, at: value })
  }
  for (const story of stories) await advance(story)
  for (;;) {
    waiting.sort((left, right) => Temporal.Instant.compare(right.at, left.at))
    const next = waiting.pop()
    if (next === undefined) return
    stage.setNow(next.at)
    await advance(next.story)
  }
}

/**
 * Fills an empty database: companies, people, documents and fourteen months of loans, created by the real commands with
 * a fixed seed and dates relative to now. Ana (first) and Beto (second) have no loans.
 */
export async function seedDemo(deps: Deps) {
  const random = seeded(seed)
  const people = await seedPeople(deps, random)
  const stage = setStage(deps, random)
  await seedDocuments(stage, people.workers)
  await seedConsents(stage, people.workers)
  const [manager, admin] = [asStaff(people.staff, 'U1'), asStaff(people.staff, 'U0')]
  const stories: Story[] = [closings(stage)]
  for (const [index, worker] of people.workers.entries()) {
    if (index < 2 || isWithoutDocuments(index)) continue
    const part: Part = { stage, worker: asWorker(worker, index), manager, admin }
    const person = { biweekly_salary_cents: worker.biweekly_salary_cents ?? 0 }
    for (const plot of plotsOf({ random, end: stage.end, person }, index)) stories.push(play(part, plot))
  }
  await playAll(stage, stories)
}
