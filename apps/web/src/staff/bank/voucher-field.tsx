import { Button, Input, Loader, VisuallyHidden } from '@mantine/core'
import { messageOf } from '@quincena/domain/messages'
import { VOUCHER_LIMIT_BYTES } from '@quincena/domain/payments/proof'
import { IconFileCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FileDrop } from '../../components/file-drop.tsx'
import { errorText } from '../../lib/api-error.ts'
import { uploadVoucher } from './api.ts'
import classes from './voucher-field.module.css'

const accepted = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
}

const refusals = {
  type: messageOf('voucher.wrong_type'),
  size: messageOf('voucher.too_large'),
  many: messageOf('request.one_file'),
} as const

interface VoucherFieldProps {
  /** The id of the uploaded file; empty without one. */
  value: string
  onChange: (file: string) => void
  error?: ReactNode
  /** The name by which the form finds the field, to focus it on an error. */
  'data-path'?: string
}

interface ProofFileFieldProps extends VoucherFieldProps {
  /** Uploads a file and resolves to its id and name. */
  upload: (file: File) => Promise<{ id: string; file_name: string }>
}

/** Uploads a chosen file and keeps its name, and why a file was not taken. */
function useUpload({ upload, onChange }: Pick<ProofFileFieldProps, 'upload' | 'onChange'>) {
  const { mutate, reset, isPending } = useMutation({ mutationFn: upload })
  const [name, setName] = useState('el comprobante')
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (file: File) => {
    setName(file.name)
    setProblem(null)
    mutate(file, {
      onSuccess: ({ id, file_name }) => {
        setName(file_name)
        onChange(id)
      },
      onError: (failure) => setProblem(errorText(failure)),
    })
  }
  /** Forgets the file; the answer of an upload under way is ignored. */
  const remove = () => {
    reset()
    onChange('')
  }
  return { name, problem, isPending, choose, remove, refuse: setProblem }
}

/** How the form finds the control, and its error. */
interface Control {
  'data-path': string | undefined
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface ChosenVoucherProps {
  name: string
  isPending: boolean
  control: Control
  onRemove: () => void
}

/** The chosen file while it is uploaded, and afterwards. */
function ChosenVoucher({ name, isPending, control, onRemove }: ChosenVoucherProps) {
  return (
    <div className={classes.file}>
      {isPending ? <Loader size={20} aria-hidden /> : <IconFileCheck size={20} stroke={1.75} aria-hidden />}
      <span className={classes.name}>{isPending ? `Subiendo ${name}` : name}</span>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`${isPending ? 'Cancelar la subida de' : 'Quitar'} ${name}`}
        {...control}
        onClick={onRemove}
      >
        {isPending ? 'Cancelar' : 'Quitar'}
      </Button>
    </div>
  )
}

/** Chooses and uploads an image or a PDF that shows money that moved. The upload is kept when the form is refused. */
export function ProofFileField({ value, error, 'data-path': path, ...uploading }: ProofFileFieldProps) {
  const id = useId()
  const { name, problem, isPending, choose, remove, refuse } = useUpload(uploading)
  const [wasRemoved, setWasRemoved] = useState(false)
  const isChosen = isPending || value !== ''
  const shown = problem ?? (isPending && error ? 'Espera a que termine de subir.' : error)
  const control: Control = {
    'data-path': path,
    ...(shown && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
  }
  const takeAway = () => {
    setWasRemoved(true)
    remove()
  }
  return (
    <Input.Wrapper
      id={id}
      label="Comprobante"
      labelElement="div"
      role="group"
      aria-labelledby={`${id}-label`}
      withAsterisk
      error={shown}
      errorProps={{ role: 'alert' }}
    >
      {isChosen ? (
        <ChosenVoucher {...{ name, isPending, control }} onRemove={takeAway} />
      ) : (
        <FileDrop
          accept={accepted}
          label="Suelta aquí el comprobante o elígelo"
          detail="PDF o imagen, de hasta 10 MB"
          limit_bytes={VOUCHER_LIMIT_BYTES}
          onFile={choose}
          onRefused={(reason) => refuse(refusals[reason])}
          input={{ ...control, autoFocus: wasRemoved }}
        />
      )}
      <VisuallyHidden role="status">
        {isChosen && (isPending ? `Subiendo ${name}` : `${name} está listo`)}
      </VisuallyHidden>
    </Input.Wrapper>
  )
}

/** Chooses and uploads the file that shows a payment. */
export function VoucherField(props: VoucherFieldProps) {
  return <ProofFileField {...props} upload={uploadVoucher} />
}
