import type { Deps } from '../../../src/deps.ts'
import { closeBusinessDay } from '../../../src/lending/loans/commands/close-day.ts'
import { reconcileDueDays } from '../../../src/treasury/reconciliation/commands/reconcile-day.ts'
import { lookAround, type World } from '../world.ts'
import { type Action, choose, type Planned, scale } from './action.ts'

function waiting(world: World, until: Temporal.ZonedDateTime): Planned {
  return {
    text: `it becomes ${until.toPlainDateTime().toString()}`,
    run: () => world.wait(until.toInstant()),
  }
}

const seconds: Action = (world, { detail }) =>
  waiting(world, world.local().add({ seconds: scale(detail, 5, 95) }))
const minutes: Action = (world, { detail }) =>
  waiting(world, world.local().add({ minutes: scale(detail, 2, 45) }))

/** Minutes before and after a time of day at which rules change. */
const aroundMinutes = [-8, -2, 1, 3, 7]

/** Advances the clock to one of the next two moments around a time of day. */
function around(hour: number, minute: number): Action {
  return (world, { choice, detail }) => {
    const now = world.local()
    const moments = [0, 1].flatMap((days) =>
      aroundMinutes.map((minutes) =>
        now
          .with({ hour, minute, second: scale(detail, 0, 59) })
          .add({ days })
          .add({ minutes }),
      ),
    )
    const to_come = moments.filter((moment) => Temporal.ZonedDateTime.compare(moment, now) > 0)
    return waiting(world, choose(to_come.slice(0, 2), choice) ?? now.add({ minutes: 1 }))
  }
}

const days: Action = (world, { detail }) =>
  waiting(
    world,
    world
      .local()
      .add({ days: scale(detail, 1, 4) })
      .with({ hour: 9, minute: 0, second: 0 }),
  )

/** Advances the clock to 10:00, from 3 days before to 1 day after a payment date or the expiry of an offer. */
const due: Action = (world, { choice, detail }) => {
  const today = world.local().toPlainDate().toString()
  const dates = world.seen.loans.flatMap(({ state, next_payment_date, offer_expires_on }) => {
    const date = state === 'approved' ? offer_expires_on : next_payment_date
    return date !== null && date >= today ? [date] : []
  })
  const date = choose(dates, choice)
  if (date === undefined) return null
  const day = Temporal.PlainDate.from(date).add({ days: choose([-3, 0, 1, 1], detail) ?? 0 })
  if (day.toString() <= today) return null
  return waiting(world, world.local().with({ year: day.year, month: day.month, day: day.day, hour: 10 }))
}

const closeDay: Action = ({ seen }) =>
  seen.loans.length === 0 ? null : { text: 'the day is closed', run: closeBusinessDay }

/** The hourly job: compares STP's list with our orders for the days that are over. */
const reconcile: Action = ({ seen }) =>
  seen.orders.length === 0 ? null : { text: 'the days that are over are reconciled', run: reconcileDueDays }

/** Sends an earlier command again with its key. If it was answered, it must be a replay and change nothing. */
const retry: Action = (world, { choice }) => {
  const call = choose(world.calls, choice)
  if (call === undefined) return null
  return {
    text: `again: ${call.text}`,
    async run(deps: Deps) {
      const before = JSON.stringify(await lookAround(world.deps))
      const context = { ...call.context, replayed: false }
      await call.run(deps, context)
      if (!call.answered) {
        call.answered = true
        return
      }
      if (!context.replayed) throw new Error(`done twice: ${call.text}`)
      if (JSON.stringify(await lookAround(world.deps)) !== before)
        throw new Error(`a replay changed something: ${call.text}`)
    },
  }
}

/** Actions that only advance the clock. */
export const clockActions = { seconds, minutes, cut: around(18, 0), night: around(0, 0), days, due }

/** Scheduled jobs, and the repetition of earlier commands. */
export const upkeepActions = { closeDay, reconcile, retry }
