import { UnstyledButton } from '@mantine/core'
import { type DocumentKind, documentLabel } from '@quincena/domain/documents/rules'
import { IconCamera, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { BottomSheet } from '../../../components/bottom-sheet.tsx'
import classes from './source-sheet.module.css'

export type Source = 'camera' | 'photos' | 'file'

const sources = [
  { source: 'camera', label: 'Tomar foto', hint: 'La convertimos en PDF', Icon: IconCamera },
  { source: 'photos', label: 'Elegir fotos', hint: 'Una o varias páginas', Icon: IconPhoto },
  { source: 'file', label: 'Elegir archivo', hint: 'Un PDF de hasta 10 MB', Icon: IconFileTypePdf },
] as const

interface SourceSheetProps {
  /** Document to send; null closes the sheet. */
  kind: DocumentKind | null
  onChoose: (source: Source) => void
  onClose: () => void
}

/** Asks for the source of a document: camera, photos or file. */
export function SourceSheet({ kind, onChoose, onClose }: SourceSheetProps) {
  return (
    <BottomSheet opened={kind !== null} title={kind === null ? '' : documentLabel(kind)} onClose={onClose}>
      <ul className={classes.sources}>
        {sources.map(({ source, label, hint, Icon }) => (
          <li key={source}>
            <UnstyledButton className={classes.source} onClick={() => onChoose(source)}>
              <span className={classes.icon} aria-hidden>
                <Icon size={24} stroke={1.75} />
              </span>
              <span>
                <span className={classes.label}>{label}</span>
                <span className={classes.hint}>{hint}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </BottomSheet>
  )
}
