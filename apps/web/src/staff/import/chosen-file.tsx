import { ActionIcon } from '@mantine/core'
import { IMPORT_FILE_LIMIT_BYTES } from '@quincena/domain/imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import { FileDrop } from '../../components/file-drop.tsx'
import classes from './chosen-file.module.css'
import { sizeText } from './words.ts'

const spreadsheets = {
  'application/vnd.ms-excel': ['.xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
}

const refusals = {
  type: messageOf('import.wrong_extension'),
  size: messageOf('import.too_large'),
  many: 'Elige un solo archivo.',
} as const

interface ChosenFileProps {
  file: File | null
  /** How much a file may have: `50,000 filas`. */
  most?: string
  onFile: (file: File | null) => void
  /** Called with the reason when the chosen file is refused. */
  onRefused: (text: string) => void
}

/** Drop zone for one spreadsheet; after a choice, the chosen file. */
export function ChosenFile({ file, most = '50,000 filas', onFile, onRefused }: ChosenFileProps) {
  if (file === null)
    return (
      <FileDrop
        accept={spreadsheets}
        label="Suelta aquí tu archivo o elígelo"
        detail={`Un archivo .xls o .xlsx, de hasta 25 MB y ${most}`}
        limit_bytes={IMPORT_FILE_LIMIT_BYTES}
        onFile={onFile}
        onRefused={(reason) => onRefused(refusals[reason])}
      />
    )
  return (
    <div className={classes.file}>
      <IconFileSpreadsheet className={classes.icon ?? ''} size={28} stroke={1.75} aria-hidden />
      <span className={classes.what}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.size}>{sizeText(file.size)}</span>
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label="Quitar archivo" onClick={() => onFile(null)}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}
