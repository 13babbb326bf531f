import { NOTED_KINDS, type NotedKind } from '@quincena/domain/notes/schema'
import type { AccessCase } from './access-case.ts'
import type { World } from './access-world.ts'

/** The id of a record of each kind that belongs to `own`, or to no worker. */
const idOf: Record<NotedKind, (world: World) => Promise<number> | number> = {
  loan: async ({ records }) => (await records.offer()).id,
  user: ({ own }) => own.id,
  company: ({ company }) => company.id,
  transfer: async ({ records }) => (await records.reviewedOrder()).id,
}

const caseEntries = NOTED_KINDS.flatMap((kind): [string, AccessCase][] => {
  const path = async (world: World) => `/activity/${kind}/${await idOf[kind](world)}`
  return [
    [`GET /activity/${kind}/{id}`, { url: path, ok: 200 }],
    [
      `POST /activity/${kind}/{id}/notes`,
      {
        url: async (world) => `${await path(world)}/notes`,
        payload: () => ({ text: 'Llamó para preguntar.' }),
        ok: 201,
      },
    ],
  ]
})

/** What happened to a record, and what staff note about it. */
export const activityAccessCases: Record<string, AccessCase> = {
  ...Object.fromEntries(caseEntries),
  'POST /loan/{id}/contacts': {
    url: async ({ records }) => `/loan/${(await records.offer()).id}/contacts`,
    payload: () => ({ means: 'call', text: 'Paga el viernes.', next_step: 'Volver a llamar' }),
    ok: 201,
  },
}
