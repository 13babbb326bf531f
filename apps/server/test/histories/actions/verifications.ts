import { requestAcceptance } from '../../../src/treasury/verifications/commands/accept-account.ts'
import { repeatVerification } from '../../../src/treasury/verifications/commands/ensure-verification.ts'
import { readHolders } from '../../../src/treasury/verifications/commands/read-holders.ts'
import type { World } from '../world.ts'
import { type Action, choose, command } from './action.ts'

const sweepHolders: Action = ({ seen }) =>
  seen.verifications.some(({ state }) => state === 'pending')
    ? { text: 'the server reads who holds the accounts', run: readHolders }
    : null

/** What a bank answers as the holder: the worker, the worker's names turned round, a stranger, nobody. */
const holders = ['ANA RAMIREZ NUNEZ', 'RAMIREZ NUNEZ ANA', 'PEDRO PARAMO RULFO', null] as const

/** The bank names another holder for an account from now on. */
const nameHolder: Action = ({ simulator, seen }, { choice, detail }) => {
  const order = choose(seen.orders, choice)
  const name = choose(holders, detail)
  if (order === undefined || name === undefined) return null
  return {
    text: `a bank will name ${name ?? 'nobody'} as the holder of an account`,
    run: async () => simulator.setHolder(order.beneficiary_account, { name, rfc: null }),
  }
}

const pickRefused = ({ seen }: World, fraction: number) =>
  choose(
    seen.verifications.filter(({ state }) => state === 'mismatch' || state === 'failed'),
    fraction,
  )

const trustAccount: Action = (world, { choice, detail }) => {
  const row = pickRefused(world, choice)
  if (row === undefined) return null
  const { manager, admin } = world.people
  return command(world, {
    who: detail < 0.5 ? manager : admin,
    text: `staff ask to accept an account in state ${row.state}`,
    run: (deps, context) =>
      requestAcceptance(deps, context, { id: row.id, reason: 'Mandó su estado de cuenta' }),
  })
}

const verifyAgain: Action = (world, { choice }) => {
  const row = pickRefused(world, choice)
  if (row === undefined) return null
  return command(world, {
    who: world.people.manager,
    text: `staff verify an account in state ${row.state} again`,
    run: (deps, context) => repeatVerification(deps, context, row.id),
  })
}

/** Actions on the verification of accounts. */
export const verificationActions = { readHolders: sweepHolders, trustAccount, verifyAgain }
/** Actions at the workers' banks. */
export const holderActions = { holder: nameHolder }
