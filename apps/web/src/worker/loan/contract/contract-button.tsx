import { Button } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { toast } from '../../../components/toast.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { downloadContract, type MissingContract } from './api.ts'

interface ContractButtonProps {
  loan: Pick<LoanDetail, 'id' | 'type' | 'folio'>
  /** Message if there is no contract; `contract.not_found` by default. */
  missing?: MissingContract
}

/** Downloads the signed contract; a toast shows the result. */
export function ContractButton({ loan, missing = 'contract.not_found' }: ContractButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadContract(loan, missing),
    onSuccess: () => toast.success('El contrato se ha descargado correctamente.'),
    onError: (error) => toast.error(error instanceof ApiError ? error : error.message),
  })
  return (
    <Button
      size="lg"
      fullWidth
      variant="light"
      loading={isPending}
      leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
      onClick={() => mutate()}
    >
      Descargar Contrato
    </Button>
  )
}
