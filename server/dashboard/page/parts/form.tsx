import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiError } from '../../../client/client.ts';
import { Button, ProblemNote } from './parts.tsx';
import { attempt } from './toasts.tsx';

interface FormFootProps {
  /** Why the form was refused. */
  readonly problem?: ApiError | undefined;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Other buttons, before the one that sends the form. */
  readonly others?: ComponentChildren;
  /** What the button says. */
  readonly children: ComponentChildren;
}

/** How a form ends: why it was refused, and the button that sends it. */
export const FormFoot = ({ problem, busy, disabled = false, others, children }: FormFootProps) => (
  <>
    {problem && <ProblemNote problem={problem} />}
    <div class="dialog-actions">
      {others}
      <Button kind="primary" type="submit" busy={busy} disabled={disabled}>
        {children}
      </Button>
    </div>
  </>
);

interface FormProps<T> {
  readonly class?: string;
  readonly send: () => Promise<T>;
  readonly onDone: (answer: T) => void;
  /** What the button says. Absent: there is none. */
  readonly button: string | undefined;
  readonly disabled?: boolean;
  readonly others?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Fields that are sent together. What the service refuses is told in place. */
export function Form<T>({ class: name, send, onDone, button, disabled = false, others, children }: FormProps<T>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const answer = await attempt(send, setProblem);
    setBusy(false);
    if (answer !== undefined) onDone(answer);
  };
  return (
    <form class={name} onSubmit={submit}>
      {children}
      {button !== undefined && (
        <FormFoot problem={problem} busy={busy} disabled={disabled} others={others}>
          {button}
        </FormFoot>
      )}
    </form>
  );
}
