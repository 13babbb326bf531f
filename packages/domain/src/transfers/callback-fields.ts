/**
 * Strings, which are left as they are, and numbers outside of them. A string that never ends is one to the end, so that
 * no character is read twice.
 */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The fields of a callback's body, every number as the text it was sent as: no amount passes through a float. Fields
 * that hold lists or objects are left out, STP has none. null where the body is no JSON object.
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

/** What is kept of a body for the record: a flat JSON object as it came, the beginning of anything else. */
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
