import type { Answer } from './answers.ts'
import type { Controls } from './controls.ts'

function ok(json: unknown): Answer {
  return { status: 200, json }
}

/** The admin calls about the books. */
export const moneyRoutes: Readonly<Record<string, (controls: Controls, input: unknown) => Answer>> = {
  'GET /admin/movements': ({ bank: { books } }) =>
    ok({ movements: books.movements(), accounts: books.accounts() }),
  'GET /admin/places': ({ bank: { books } }) => ok({ places: books.places() }),
}
