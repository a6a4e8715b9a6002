import { useState } from 'preact/hooks';
import { type AnswerOf, client, useAnswer } from '../../base/api.ts';
import { attempt } from '../../parts/dialogs.tsx';
import { Checks } from '../../parts/fields.tsx';
import { Button, Facts, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { MAY } from './words.ts';

type Asked = AnswerOf<'grants.ask'>;

/** Where a program sends the browser of a person who connects it. */
export function ConsentPage({ request }: { request: string }) {
  const { data: asked, problem } = useAnswer(() => client.grants.ask({ request }), [request]);
  return (
    <>
      <PageHead
        title="Connect a program"
        lead="It acts for you, within your rights, until you end it under Settings, Programs."
      />
      {problem ? (
        <ProblemNote problem={problem} />
      ) : asked ? (
        <Consent request={request} asked={asked} />
      ) : (
        <Waiting rows={4} />
      )}
    </>
  );
}

function Consent({ request, asked }: { request: string; asked: Asked }) {
  const [may, setMay] = useState<readonly Asked['may'][number][]>(asked.may);
  const [left, setLeft] = useState(false);
  const decide = async (decision: 'allow' | 'refuse') => {
    const answer = await attempt(() => client.grants.allow({ request, decision, may }));
    if (answer === undefined) return;
    setLeft(true);
    // Back must not lead to a request that is answered.
    location.replace(answer.redirect);
  };
  if (left) return <p role="status">Going back to {asked.host}. You can close this page.</p>;
  return (
    <section class="card" aria-label="The program">
      <h2>
        <bdi>{asked.client}</bdi> wants to act for you
      </h2>
      <p>The program chose this name. Allow it only if you have just begun this in that program.</p>
      <Facts
        class="pairs"
        facts={[
          ['Goes back to', asked.host],
          ['Company', asked.company],
          ['Acts for', asked.holder],
        ]}
      />
      <fieldset class="choices">
        <legend>It may</legend>
        <Checks
          value={may}
          onValue={(chosen) =>
            setMay(asked.may.filter((each) => each === 'read' || chosen.includes(each)))
          }
          choices={asked.may.map((each) => [each, MAY[each]])}
        />
      </fieldset>
      <p class="hint">
        It approves nothing: each launch and change waits for a person under Rules, Approvals.
      </p>
      <div class="dialog-actions">
        <Button waits onClick={() => decide('refuse')}>
          Refuse
        </Button>
        <Button kind="primary" icon="check" waits onClick={() => decide('allow')}>
          Allow
        </Button>
      </div>
    </section>
  );
}
