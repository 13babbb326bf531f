import type { LegalDocumentName } from '@quincena/domain/legal/consent'
import { useRef } from 'react'
import { BottomSheet } from '../../components/bottom-sheet.tsx'
import { LegalText } from './legal-text.tsx'
import { legalTitles } from './titles.ts'

interface LegalSheetProps {
  /** Text to show; null closes the sheet. */
  document: LegalDocumentName | null
  /** Default: the version in force. */
  version?: string | undefined
  onClose: () => void
}

/** Sheet with a legal text over the current screen. */
export function LegalSheet({ document, version, onClose }: LegalSheetProps) {
  const last = useRef<LegalDocumentName>('terms')
  if (document !== null) last.current = document
  return (
    <BottomSheet opened={document !== null} title={legalTitles[document ?? last.current]} onClose={onClose}>
      <LegalText document={document ?? last.current} version={version} />
    </BottomSheet>
  )
}
