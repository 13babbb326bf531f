import '@mantine/dropzone/styles.layer.css'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
import type { InputHTMLAttributes, MouseEvent } from 'react'
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
  /** Further properties of the file input, for a form that focuses it and shows its errors. */
  input?: InputHTMLAttributes<HTMLInputElement>
}

const reasonOf = ({ errors }: FileRejection) =>
  errors.some(({ code }) => code === 'file-too-large') ? 'size' : 'type'

/** Lets the same file be chosen again, after a refusal for example. */
const forgetFile = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
  currentTarget.value = ''
}

/** Accepts one file by drop or by the file dialog. The file input takes the focus and opens the dialog by keyboard. */
export function FileDrop({ accept, label, detail, limit_bytes, onFile, onRefused, input }: FileDropProps) {
  // Of several files the library accepts the first one, so they are counted before.
  const take = (accepted: File[], refused: FileRejection[]) => {
    const [[file], [rejection]] = [accepted, refused]
    if (accepted.length + refused.length > 1) return onRefused('many')
    if (file !== undefined) return onFile(file)
    if (rejection !== undefined) onRefused(reasonOf(rejection))
  }
  return (
    <Dropzone
      accept={accept}
      multiple={false}
      maxSize={limit_bytes}
      onDropAny={take}
      onDrop={() => undefined} // `onDropAny` hears of every drop.
      className={classes.drop ?? ''}
      activateOnKeyboard={false}
      inputProps={{ 'aria-label': label, tabIndex: 0, onClick: forgetFile, ...input }}
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
