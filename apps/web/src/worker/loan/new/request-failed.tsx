import { Button, Stack } from '@mantine/core'
import { LateModal } from '../../../components/late-modal.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { failedTexts } from '../failed-texts.ts'

/** True for a 4xx answer, which says what is wrong. After any other error the outcome of the request is unknown. */
export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

const unsure = 'Puedes intentar de nuevo: aunque llegue dos veces, tu solicitud se registra una sola vez.'

interface RequestFailedProps {
  /** Null closes the dialog. */
  error: unknown
  isBusy: boolean
  onRetry: () => void
  onClose: () => void
}

/** Dialog for an unknown outcome: says that the request may have arrived and that a retry is safe. */
export function RequestFailed({ error, isBusy, onRetry, onClose }: RequestFailedProps) {
  const isOffline = error instanceof ApiError && error.status === 0
  return (
    <LateModal
      opened={error !== null}
      onClose={onClose}
      title="No se envió"
      centered
      withCloseButton={false}
      closeOnClickOutside={!isBusy}
    >
      <p>{isOffline ? error.detail : failedTexts.requestServer}</p>
      <p>{unsure}</p>
      <Stack gap={8}>
        <Button fullWidth size="lg" loading={isBusy} onClick={onRetry}>
          Intentar de nuevo
        </Button>
        <Button fullWidth size="lg" variant="subtle" color="gray" disabled={isBusy} onClick={onClose}>
          Cerrar
        </Button>
      </Stack>
    </LateModal>
  )
}
