import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionBar } from '../../components/action-bar.tsx'
import { BottomSheet } from '../../components/bottom-sheet.tsx'
import { PdfViewer } from '../../components/pdf-viewer.tsx'
import { AmountSkeleton, CardsSkeleton } from '../../components/skeletons.tsx'
import { Loaded } from '../screen/loaded.tsx'
import stack from '../screen/stack.module.css'
import { contractQuery } from './api.ts'
import { ContractSummary } from './contract-summary.tsx'

function ContractFile({ file }: { file: Blob }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="light"
        size="lg"
        fullWidth
        leftSection={<IconFileText size={20} stroke={1.75} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Leer el contrato completo (PDF)
      </Button>
      <BottomSheet opened={isOpen} title="Contrato" onClose={() => setIsOpen(false)}>
        <PdfViewer file={file} label="Contrato" />
      </BottomSheet>
    </>
  )
}

interface ContractStepProps {
  id: number
  onRead: () => void
}

/** The contract to read: its summary first, the whole behind. Without its file nothing can be signed. */
export function ContractStep({ id, onRead }: ContractStepProps) {
  const query = useQuery(contractQuery(id))
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={3} height={160} />
    </>
  )
  return (
    <>
      <Loaded query={query} skeleton={skeleton} errorTitle="Error al generar el contrato">
        {({ payload, blob }) => (
          <div className={stack.stack}>
            <ContractSummary payload={payload} />
            <ContractFile file={blob} />
          </div>
        )}
      </Loaded>
      <ActionBar>
        <Button size="lg" fullWidth disabled={!query.data?.sha256} onClick={onRead}>
          Firmar
        </Button>
      </ActionBar>
    </>
  )
}
