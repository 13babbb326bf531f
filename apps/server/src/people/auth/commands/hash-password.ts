import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../command/errors.ts'
import { newToken } from '../../../crypto/tokens.ts'
import { createFairQueue, type QueuedJob } from '../../../workers/fair-queue.ts'

// Argon2id with the lowest parameters that OWASP recommends: 19 MiB, 2 iterations, 1 lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** More at once finish no sooner, and one of libuv's four threads stays free for files and host names. */
const at_once = Math.min(availableParallelism(), 3)

/** About two seconds of work on two cores; one caller's share leaves places for others. */
const limits = { waiting: 300, per_owner: 20 }

const retry_after_s = 5

interface Job extends QueuedJob<'hash'> {
  start: () => void
}

const waiting = createFairQueue<'hash', Job>(new Map([['hash', limits]]))
let running = 0

/** Resolves when it is the owner's turn. Throws `server.unavailable` (503) if too many wait. */
async function takeTurn(owner: string): Promise<void> {
  if (running < at_once) {
    running += 1
    return
  }
  await new Promise<void>((start, reject) => {
    const refusal = waiting.add({ lane: 'hash', owner, start })
    if (refusal !== null) reject(new AppError('server.unavailable', 503, { retry_after_s }))
  })
}

function endTurn(): void {
  const next = waiting.take()
  if (next === undefined) running -= 1
  else next.start()
}

async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  await takeTurn(owner)
  return work().finally(endTurn)
}

/**
 * Hashes a password (Unicode NFC) with Argon2id; the result is a PHC string with its salt and parameters. Throws
 * `server.unavailable` (503) while too many passwords wait.
 */
export function hashPassword(password: string, owner = ''): Promise<string> {
  return inTurn(owner, () => hash(password.normalize('NFC'), parameters))
}

/** Hash of a random password, made at the first use. */
let dummyHash: Promise<string> | undefined

/**
 * Returns whether the password matches the stored hash. Without a stored hash (no such user, or no password chosen yet)
 * it verifies against a dummy hash and returns false: it takes the same time, so the time does not reveal which users
 * exist. Passwords wait for a free core, and callers take turns, so that many of one owner do not keep the others
 * waiting. Throws `server.unavailable` (503) while too many wait.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
  owner = '',
): Promise<boolean> {
  dummyHash ??= hash(newToken(), parameters)
  const expected = stored ?? (await dummyHash)
  const fits = await inTurn(owner, () => verify(expected, password.normalize('NFC')))
  return fits && typeof stored === 'string'
}
