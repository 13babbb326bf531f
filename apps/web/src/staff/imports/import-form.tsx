import { Button } from '@mantine/core'
import type { ImportKind } from '@quincena/domain/imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Card } from '../../components/card.tsx'
import { Notice } from '../../components/notice.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { toast } from '../../components/toast.tsx'
import { errorText } from '../../lib/api-error.ts'
import { CompanyChoice } from '../company/company-choice.tsx'
import { ChosenFile } from '../import/chosen-file.tsx'
import { previewQuery, useStartImport } from './api.ts'
import { FilePreview } from './file-preview.tsx'
import classes from './import-form.module.css'

interface ImportFormProps {
  kind: ImportKind
  onStarted: (job: number) => void
}

function useImportForm({ kind, onStarted }: ImportFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [company, setCompany] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isCompanyMissing, setIsCompanyMissing] = useState(false)
  const upload = useStartImport(kind)
  // A ref changes at once; state would change with the next render, after a double click.
  const isSending = useRef(false)
  const isReady = file !== null && (kind === 'companies' || company !== null)
  const form = isReady ? { file, company_name: kind === 'users' ? company : null } : null
  const preview = useQuery(previewQuery(kind, form))

  const chooseFile = (next: File | null) => {
    setFile(next)
    setFailure(null)
    setIsCompanyMissing(kind === 'users' && company === null && next !== null)
  }
  const send = async () => {
    if (isSending.current) return
    if (form === null) return setIsCompanyMissing(true)
    isSending.current = true
    try {
      const answer = await upload.mutateAsync(form)
      setFile(null)
      if (!answer.ok) return setFailure(answer.error)
      toast.success(answer.message)
      if (answer.job !== null) onStarted(answer.job)
    } catch (error) {
      setFile(null)
      setFailure(errorText(error))
    } finally {
      isSending.current = false
    }
  }
  const choose = (name: string | null) => {
    setCompany(name)
    setIsCompanyMissing(false)
  }
  return { file, chooseFile, company, choose, isCompanyMissing, failure, setFailure, preview, upload, send }
}

/** Form that chooses, previews and uploads a spreadsheet. */
export function ImportForm(props: ImportFormProps) {
  const { kind } = props
  const form = useImportForm(props)
  return (
    <Card>
      <div className={classes.form}>
        {kind === 'users' && (
          <CompanyChoice
            value={form.company}
            error={form.isCompanyMissing ? messageOf('import.company_required') : null}
            onChange={form.choose}
          />
        )}
        <ChosenFile file={form.file} onFile={form.chooseFile} onRefused={form.setFailure} />
        {form.failure !== null && <Notice tone="problem">{form.failure}</Notice>}
        <FilePreview
          kind={kind}
          isLoading={form.preview.isLoading}
          error={form.file === null ? null : form.preview.error}
          answer={form.file === null ? undefined : form.preview.data}
        />
        <div className={classes.actions}>
          <Button
            leftSection={smallIcon(IconUpload)}
            disabled={form.file === null}
            loading={form.upload.isPending}
            onClick={() => void form.send()}
          >
            Subir archivo
          </Button>
        </div>
      </div>
    </Card>
  )
}
