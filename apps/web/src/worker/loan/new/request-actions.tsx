import { Button } from '@mantine/core'
import type { LoanRequestBody } from '@quincena/domain/loans/bodies'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { MessageCode } from '@quincena/domain/messages'
import { type ReactNode, useState } from 'react'
import { ActionBar } from '../../../components/action-bar.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { GoButton } from '../../../components/links.tsx'
import { toast } from '../../../components/toast.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { clientLog } from '../../../lib/client-log.ts'
import { failedTexts } from '../failed-texts.ts'
import { useRequestLoan } from './api.ts'
import { WayOut } from './blocked.tsx'
import { isRefusal, RequestFailed } from './request-failed.tsx'

interface RequestActionsProps {
  type: LoanType
  /** Why the worker cannot request a loan now; null if they can. */
  blocker: MessageCode | null
  /** Body of the request; null until an amount is chosen. */
  request: LoanRequestBody | null
  question: string
  doneText: string
  onDone: (loan: LoanDetail) => unknown
  /** Figures in the confirmation dialog. */
  children: ReactNode
}

type Sending = Pick<RequestActionsProps, 'request' | 'doneText' | 'onDone'>

/**
 * Sends the request. A retry uses the same idempotency key, so that the server registers only one request. `send`
 * throws a refusal (4xx); any other error becomes `failure`.
 */
function useSend({ request, doneText, onDone }: Sending) {
  const [failure, setFailure] = useState<unknown>(null)
  const { mutateAsync, isPending } = useRequestLoan()
  const fail = (error: unknown, failedText: string) => {
    clientLog.error('request-loan', failedText, error)
    if (error instanceof ApiError && error.code === 'loan.figures_differ') toast.error(failedTexts.figures)
    setFailure(isRefusal(error) ? null : error)
    if (isRefusal(error)) throw error
    toast.error(failedText)
  }
  const send = async () => {
    if (request === null) return
    try {
      const loan = await mutateAsync(request)
      setFailure(null)
      clientLog.info('request-loan', `${doneText}: ${loan.folio}`)
      toast.success(doneText)
      onDone(loan)
    } catch (error) {
      fail(error, failedTexts.request[request.type])
    }
  }
  return { send, isPending, failure, clearFailure: () => setFailure(null) }
}

/** Footer of a request screen: the button «Solicitar», its confirmation, and the dialog for a failed request. */
export function RequestActions({
  type,
  blocker,
  request,
  question,
  children,
  ...sending
}: RequestActionsProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { send, isPending, failure, clearFailure } = useSend({ request, ...sending })
  if (blocker !== null)
    return (
      <ActionBar>
        <WayOut blocker={blocker} type={type} />
      </ActionBar>
    )
  return (
    <>
      <ActionBar row>
        <Button size="lg" disabled={request === null} onClick={() => setIsDialogOpen(true)}>
          Solicitar
        </Button>
        <GoButton to="/app/home" variant="subtle" color="gray" size="lg">
          Cancelar
        </GoButton>
      </ActionBar>
      <ConfirmDialog
        asSheet
        opened={isDialogOpen}
        title={question}
        confirmLabel="Confirmar"
        onConfirm={send}
        onClose={() => setIsDialogOpen(false)}
      >
        {children}
      </ConfirmDialog>
      <RequestFailed
        error={failure}
        isBusy={isPending}
        onRetry={() => void send().catch(toast.error)}
        onClose={clearFailure}
      />
    </>
  )
}
