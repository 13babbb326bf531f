import { Button, Stack } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionBar } from '../../../../components/action-bar.tsx'
import { BottomSheet } from '../../../../components/bottom-sheet.tsx'
import { PdfViewer } from '../../../../components/pdf-viewer.tsx'
import { Loaded } from '../../../../components/phone/loaded.tsx'
import { Panel } from '../../../../components/phone/panel.tsx'
import stack from '../../../../components/phone/stack.module.css'
import { AmountSkeleton, CardsSkeleton } from '../../../../components/skeletons.tsx'
import { errorText } from '../../../../lib/api-error.ts'
import { useFailureLog } from '../../../../lib/client-log.ts'
import { failedTexts } from '../../failed-texts.ts'
import { contractFileQuery, contractPayloadQuery } from './api.ts'
import { ContractSummary } from './contract-summary.tsx'

/** Button that opens the PDF contract; `file` is undefined while it loads. */
function ContractFile({ file }: { file: Blob | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="light"
        size="lg"
        fullWidth
        leftSection={<IconFileText size={20} stroke={1.75} aria-hidden />}
        loading={file === undefined}
        onClick={() => setIsOpen(true)}
      >
        Leer el contrato completo (PDF)
      </Button>
      <BottomSheet isFull opened={isOpen} title="Contrato" onClose={() => setIsOpen(false)}>
        {file && <PdfViewer file={file} label="Contrato" isFull />}
      </BottomSheet>
    </>
  )
}

/** Error of the PDF contract with a retry. */
function NoFile({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <Panel tone="quiet">
      <Stack gap={8} role="alert">
        <p className={stack.lead}>
          {failedTexts.contract}. {errorText(error)}
        </p>
        <Button variant="light" size="lg" onClick={() => void onRetry()}>
          Reintentar
        </Button>
      </Stack>
    </Panel>
  )
}

interface ContractStepProps {
  id: number
  /** Runs on a tap on «Firmar» with the SHA-256 of the contract that was shown. */
  onRead: (sha256: string) => void
}

/** Shows the contract: its summary, and the PDF on demand. «Firmar» stays disabled until both have loaded. */
export function ContractStep({ id, onRead }: ContractStepProps) {
  const payload = useQuery(contractPayloadQuery(id))
  const file = useQuery(contractFileQuery(id))
  useFailureLog('read-contract', failedTexts.contractPayload, payload.error)
  useFailureLog('read-contract', failedTexts.contract, file.error)
  const sha256 = file.data?.sha256
  const isLoaded = payload.data !== undefined && Boolean(sha256)
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={3} height={160} />
    </>
  )
  return (
    <>
      <Loaded query={payload} skeleton={skeleton} errorTitle={failedTexts.contractPayload}>
        {(contract) => (
          <div className={stack.stack}>
            <ContractSummary payload={contract} />
            {file.error && !file.data ? (
              <NoFile error={file.error} onRetry={file.refetch} />
            ) : (
              <ContractFile file={file.data?.blob} />
            )}
          </div>
        )}
      </Loaded>
      <ActionBar>
        {!isLoaded && (
          <p id="contract-loading" className={stack.note}>
            Podrás firmar cuando cargue tu contrato.
          </p>
        )}
        <Button
          size="lg"
          fullWidth
          disabled={!isLoaded}
          aria-describedby={isLoaded ? undefined : 'contract-loading'}
          onClick={() => sha256 && onRead(sha256)}
        >
          Firmar
        </Button>
      </ActionBar>
    </>
  )
}
