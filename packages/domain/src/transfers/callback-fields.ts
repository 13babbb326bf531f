/**
 * Matches strings, which stay as they are, and numbers outside strings. An unterminated string matches to the end of
 * the text, so the search reads each character once and takes linear time.
 */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g

/** Removes NUL characters and replaces lone surrogates: PostgreSQL cannot store them. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON; returns undefined for invalid JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Parses the body of a callback. Every number stays the text that STP sent, so no amount passes through a float. Fields
 * with lists or objects are left out; STP sends none. Returns null if the body is not a JSON object.
 */
export function callbackFields(text: string): Record<string, string | boolean | null> | null {
  const quoted = text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`))
  const parsed = parse(quoted)
  if (!isObject(parsed)) return null
  const fields: Record<string, string | boolean | null> = {}
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value === 'string') fields[storable(name)] = storable(value)
    else if (value === null || typeof value === 'boolean') fields[storable(name)] = value
  }
  return fields
}

const KEPT_CHARACTERS = 8000

/**
 * Returns the part of a callback's body that the server stores: a flat JSON object of up to 8,000 characters as
 * received; of anything else the first 8,000 characters and the length in characters.
 */
export function keptBody(text: string): Record<string, unknown> {
  const parsed = text.length <= KEPT_CHARACTERS ? parse(text) : undefined
  const isFlat = isObject(parsed) && Object.values(parsed).every((value) => Object(value) !== value)
  if (!isFlat) return { text: storable(text.slice(0, KEPT_CHARACTERS)), length: text.length }
  const entries = Object.entries(parsed).map(([name, value]) => [
    storable(name),
    typeof value === 'string' ? storable(value) : value,
  ])
  return Object.fromEntries(entries)
}
