import '@mantine/dropzone/styles.layer.css'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
import classes from './file-drop.module.css'

interface FileDropProps {
  /** File extensions by MIME type. */
  accept: Record<string, string[]>
  /** For example «Suelta aquí tu archivo». */
  label: string
  detail?: string
  limit_bytes: number
  onFile: (file: File) => void
  /** Receives the reason of a refused choice: wrong type, too large, or more than one file. */
  onRefused: (reason: 'type' | 'size' | 'many') => void
}

function reasonOf(refused: FileRejection[]): 'type' | 'size' | 'many' {
  if (refused.length > 1) return 'many'
  return refused[0]?.errors.some(({ code }) => code === 'file-too-large') === true ? 'size' : 'type'
}

/** Accepts one file by drop or by the file dialog. */
export function FileDrop({ accept, label, detail, limit_bytes, onFile, onRefused }: FileDropProps) {
  return (
    <Dropzone
      accept={accept}
      multiple={false}
      maxSize={limit_bytes}
      onDrop={([file]) => file && onFile(file)}
      onReject={(refused) => onRefused(reasonOf(refused))}
      className={classes.drop ?? ''}
      inputProps={{ 'aria-label': label }}
    >
      <span className={classes.inside}>
        <IconFileUpload size={32} stroke={1.75} aria-hidden />
        <span>
          <span className={classes.label}>{label}</span>
          {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        </span>
      </span>
    </Dropzone>
  )
}
