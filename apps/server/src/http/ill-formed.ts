import type { FastifyRequest } from 'fastify'
import { AppError } from '../command/errors.ts'

/** False for text that PostgreSQL cannot store: with NUL or, in JSON, with an unpaired surrogate. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** False if a text or a field name anywhere in the value is not storable; iterative, so deep values need no stack. */
function hasStorableTexts(value: unknown): boolean {
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string' && !isStorable(next)) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [key, inner] of Object.entries(next)) {
      if (!isStorable(key)) return false
      rest.push(inner)
    }
  }
  return true
}

/** Throws `request.bad_characters` (422) for a value with a text, or a name of a field, that cannot be stored. */
export function requireStorableTexts(value: unknown): void {
  if (!hasStorableTexts(value)) throw new AppError('request.bad_characters', 422)
}

/**
 * The `request.bad_characters` (422) of parsed JSON, or null. Only an escape such as `\\u0000` in its source can write
 * such a character: the body is decoded from UTF-8, and JSON refuses a bare NUL.
 */
export function findBadCharacters(source: string, value: unknown): AppError | null {
  if (!source.includes('\\u') || hasStorableTexts(value)) return null
  return new AppError('request.bad_characters', 422)
}

/** Hook that refuses such texts in path parameters and query (422) before a handler reads them. */
export async function requireStorableAddress({ params, query }: FastifyRequest): Promise<void> {
  requireStorableTexts([params, query])
}
