import { Button } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { IconFileInvoice } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ButtonLink } from '../../components/links.tsx'
import { toast } from '../../components/toast.tsx'
import { downloadStatement } from './statement.ts'

/** Buttons for the loan's current statement and for the list of all downloads. */
export function LoanFiles({ loan }: { loan: Pick<LoanDetail, 'id' | 'folio'> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadStatement(loan),
    onSuccess: () => toast.success('El estado de cuenta se ha descargado correctamente.'),
    onError: toast.error,
  })
  return (
    <>
      <Button
        size="lg"
        fullWidth
        variant="light"
        loading={isPending}
        leftSection={<IconFileInvoice size={20} stroke={1.75} aria-hidden />}
        onClick={() => mutate()}
      >
        Estado de cuenta
      </Button>
      <ButtonLink to="/app/download-history" size="lg" fullWidth variant="subtle">
        Todas mis descargas
      </ButtonLink>
    </>
  )
}
