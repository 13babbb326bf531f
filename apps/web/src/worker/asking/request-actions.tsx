import { Button, Modal } from '@mantine/core'
import type { LoanRequestBody } from '@quincena/domain/loans/bodies'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { type ReactNode, useState } from 'react'
import { ActionBar } from '../../components/action-bar.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { toast } from '../../components/toast.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { useRequestLoan } from './api.ts'

interface RequestActionsProps {
  /** What is asked for; null while there is nothing to ask for yet. */
  request: LoanRequestBody | null
  question: string
  doneText: string
  failedText: string
  onDone: (loan: LoanDetail) => unknown
  /** What is confirmed, in figures. */
  children: ReactNode
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** The foot of a request: Solicitar, its confirmation, the request itself and what may go wrong. */
export function RequestActions({
  request,
  question,
  doneText,
  failedText,
  onDone,
  children,
}: RequestActionsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const { mutateAsync } = useRequestLoan()
  const send = async () => {
    if (request === null) return
    try {
      const loan = await mutateAsync(request)
      toast.success(doneText)
      onDone(loan)
    } catch (error) {
      if (isRefusal(error)) throw error
      toast.error(failedText)
      setHasFailed(true)
    }
  }
  return (
    <>
      <ActionBar>
        <Button size="lg" fullWidth disabled={request === null} onClick={() => setIsAsking(true)}>
          Solicitar
        </Button>
        <ButtonLink to="/app/home" variant="subtle" color="gray" size="lg" fullWidth>
          Cancelar
        </ButtonLink>
      </ActionBar>
      <ConfirmDialog
        asSheet
        opened={isAsking}
        title={question}
        confirmLabel="Confirmar"
        onConfirm={send}
        onClose={() => setIsAsking(false)}
      >
        {children}
      </ConfirmDialog>
      <Modal
        opened={hasFailed}
        onClose={() => setHasFailed(false)}
        title="No se envió"
        centered
        withCloseButton={false}
      >
        <p>Error: Ocurrió un problema del lado del servidor.</p>
        <Button fullWidth size="lg" onClick={() => setHasFailed(false)}>
          Cerrar
        </Button>
      </Modal>
    </>
  )
}
