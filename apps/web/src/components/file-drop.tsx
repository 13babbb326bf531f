import '@mantine/dropzone/styles.layer.css'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
import classes from './file-drop.module.css'

const kinds = {
  pdf: { 'application/pdf': ['.pdf'] },
  spreadsheet: {
    'application/vnd.ms-excel': ['.xls'],
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  },
}

interface FileDropProps {
  kind: keyof typeof kinds
  /** What to choose: «Sube tu INE». */
  label: string
  detail?: string
  maxSize_bytes?: number
  isBusy?: boolean
  onFile: (file: File) => unknown
  /** Hears of a file that cannot be taken, and whether its type or its size is the reason. */
  onRefused: (file: File, reason: 'type' | 'size') => unknown
}

function reasonOf({ errors }: FileRejection): 'type' | 'size' {
  return errors.some(({ code }) => code === 'file-too-large') ? 'size' : 'type'
}

/** Takes one file, dropped or chosen. */
export function FileDrop({
  kind,
  label,
  detail,
  maxSize_bytes,
  isBusy = false,
  onFile,
  onRefused,
}: FileDropProps) {
  return (
    <Dropzone
      accept={kinds[kind]}
      multiple={false}
      loading={isBusy}
      {...(maxSize_bytes !== undefined && { maxSize: maxSize_bytes })}
      onDrop={([file]) => file && onFile(file)}
      onReject={([refused]) => refused && onRefused(refused.file, reasonOf(refused))}
      className={classes.drop ?? ''}
      inputProps={{ 'aria-label': label }}
    >
      <span className={classes.inside}>
        <IconFileUpload size={24} stroke={1.75} aria-hidden />
        <span>
          <span className={classes.label}>{label}</span>
          {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        </span>
      </span>
    </Dropzone>
  )
}
