import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SaveFileButton } from '../save-file-button.tsx'
import { constanciaQuery, downloadConstancia } from './api.ts'

/** Downloads the constancia of the signed contract. Renders nothing until the constancia exists. */
export function ConstanciaButton({ loan }: { loan: Pick<LoanDetail, 'id'> }) {
  const { data: exists = false } = useQuery(constanciaQuery(loan.id))
  if (!exists) return null
  return (
    <SaveFileButton
      label="Constancia NOM-151"
      icon={<IconCertificate size={20} stroke={1.75} aria-hidden />}
      variant="subtle"
      save={() => downloadConstancia(loan)}
      doneText="La constancia se ha descargado correctamente."
    />
  )
}
