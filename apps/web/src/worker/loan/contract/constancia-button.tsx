import { Button } from '@mantine/core'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { IconCertificate } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from '../../../components/toast.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { constanciaQuery, downloadConstancia } from './api.ts'

/** Downloads the constancia of the signed contract. Renders nothing until the constancia exists. */
export function ConstanciaButton({ loan }: { loan: Pick<LoanDetail, 'id'> }) {
  const { data: exists = false } = useQuery(constanciaQuery(loan.id))
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadConstancia(loan),
    onSuccess: () => toast.success('La constancia se ha descargado correctamente.'),
    onError: (error) => toast.error(error instanceof ApiError ? error : error.message),
  })
  if (!exists) return null
  return (
    <Button
      size="lg"
      fullWidth
      variant="subtle"
      loading={isPending}
      leftSection={<IconCertificate size={20} stroke={1.75} aria-hidden />}
      onClick={() => mutate()}
    >
      Constancia NOM-151
    </Button>
  )
}
