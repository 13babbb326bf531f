import { approvalRequested } from '@quincena/domain/approvals/schema'
import { balanceCaseDetail, balanceState, openingBody } from '@quincena/domain/treasury/balance-check-schema'
import {
  movementFile,
  ownMovement,
  type RecordedKind,
  type RecordMovementBody,
  recordMovementBody,
  reverseMovementBody,
  settleMovementBody,
} from '@quincena/domain/treasury/own-movements'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { pageSizes } from '../../lib/list-search.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import type { MovementsSearch } from './search.ts'

const path = '/treasury/cash-movements'

/** Loads the last check of the balance at STP, with the open case. */
export const balanceStateQuery = readQuery(keys.treasury.stpBalance, balanceState, {
  path: '/treasury/balance',
})

/** Loads a difference that lasts, with the movements that could explain it. */
export const balanceCaseQuery = (id: number) =>
  readQuery(keys.treasury.balanceCase(id), balanceCaseDetail, { path: `/treasury/balance-cases/${id}` })

/** Loads a page of the lender's own movements; of those that nobody has explained, the oldest first by default. */
export function movementsQuery({ page = 1, movimiento: _, ...search }: MovementsSearch) {
  const query = { page, page_size: pageSizes[0], ...search, ordering: orderingOf(search) }
  return pageQuery(keys.treasury.ownMovements, ownMovement, { path, query })
}

/** The order of a list: the chosen one, else the oldest first of what waits, and the newest first of everything else. */
export const orderingOf = ({ ordering, state }: Pick<MovementsSearch, 'ordering' | 'state'>) =>
  ordering ?? (state === 'suspense' ? 'created_at' : '-created_at')

export const movementQuery = (id: number) =>
  readQuery(keys.treasury.ownMovement(id), ownMovement, { path: `${path}/${id}` })

/** Uploads the file of a movement before the movement is recorded. */
export async function uploadMovementFile(chosen: File) {
  const body = new FormData()
  body.set('file', chosen)
  const call = api.post(movementFile, `${path}/files`, { body })
  const { file: id, file_name } = await withErrorText(call, 'No se pudo subir el comprobante.')
  return { id, file_name }
}

/** A request to an admin. A refusal also refreshes, because it may mean that the screen is old. */
function useRequest<Input>(requestOf: (input: Input) => { url: string; body: unknown }) {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (input: Input) => {
      const { url, body } = requestOf(input)
      const call = api.post(approvalRequested, url, { body, attempt })
      return withErrorText(call, 'No se pudo pedir la autorización. Nada cambió.')
    },
    onSettled: useRefresh('balance', 'approval'),
  })
}

/** Asks an admin to record a movement by hand. */
export const useRecordMovement = () =>
  useRequest((movement: RecordMovementBody) => ({
    url: path,
    body: z.encode(recordMovementBody, movement),
  }))

/** Asks an admin to record what a movement in suspense was. */
export const useSettleMovement = (id: number) =>
  useRequest((input: { kind: RecordedKind; note: string }) => ({
    url: `${path}/${id}/settle`,
    body: z.encode(settleMovementBody, input),
  }))

/** Asks an admin to undo a movement. */
export const useReverseMovement = (id: number) =>
  useRequest((reason: string) => ({
    url: `${path}/${id}/reverse`,
    body: z.encode(reverseMovementBody, { reason }),
  }))

/** Posts the opening balance that a check found. */
export function useRecordOpening() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (input: { check: number; amount: number }) => {
      const call = api.post(ownMovement, '/treasury/balance/opening', {
        ...{ body: z.encode(openingBody, input), attempt },
      })
      return withErrorText(call, 'No se pudo registrar el saldo inicial. Nada cambió.')
    },
    onSettled: useRefresh('balance'),
  })
}
