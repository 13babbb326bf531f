import type { LegalDocumentName } from '@quincena/domain/legal/schema'
import { useRef } from 'react'
import { BottomSheet } from '../../components/bottom-sheet.tsx'
import { LegalText } from './legal-text.tsx'

const legalTitles: Record<LegalDocumentName, string> = {
  terms: 'Términos y condiciones',
  privacy: 'Aviso de privacidad',
  advance_terms: 'Términos del anticipo de nómina',
}

interface LegalSheetProps {
  /** Text to show; null closes the sheet. */
  document: LegalDocumentName | null
  onClose: () => void
}

/** Sheet with a legal text over the current screen. */
export function LegalSheet({ document, onClose }: LegalSheetProps) {
  const last = useRef<LegalDocumentName>('terms')
  if (document !== null) last.current = document
  return (
    <BottomSheet opened={document !== null} title={legalTitles[document ?? last.current]} onClose={onClose}>
      <LegalText document={document ?? last.current} />
    </BottomSheet>
  )
}
