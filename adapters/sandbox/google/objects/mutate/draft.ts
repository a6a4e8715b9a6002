import type { JsonObject } from '../../../entity.ts';
import { notFound, type PathPart, refusal, removedResource, type Turn, words } from '../../wire.ts';
import { type Draft, isRemoved, type Service } from '../services/service.ts';
import { worldIdOf } from '../services/services.ts';

export interface DraftBook extends Draft {
  announce(service: Service, name: string, sent: JsonObject, path: readonly PathPart[]): void;
  note(service: Service, sent: JsonObject): void;
}

export function createDraft({ world, customer, fired }: Turn): DraftBook {
  const coming = new Map<string, { readonly kind: string; readonly data: JsonObject }>();
  const unnamed: { readonly kind: string; readonly data: JsonObject; readonly above: readonly string[] }[] = [];
  const dataOf = (name: string): JsonObject | undefined => coming.get(name)?.data ?? world.get(worldIdOf(name))?.data;
  const note = ({ kind, above }: Service, data: JsonObject) => void unnamed.push({ kind, data, above: above?.(data) ?? [] });
  return {
    fired,
    announce(service, name, sent, path) {
      const start = `customers/${customer.id}/${service.collection}/-`;
      const isTemporary = name.startsWith(start) && /^\d+$/.test(name.slice(start.length));
      if (!isTemporary)
        throw refusal(
          'newResourceCreationError',
          'CANNOT_SET_ID_FOR_CREATE',
          'Do not set the id field while creating new resources.',
          { path: [...path, { name: 'resource_name' }], trigger: name },
        );
      if (coming.has(name))
        throw refusal(
          'newResourceCreationError',
          'DUPLICATE_TEMP_IDS',
          'Creating more than one resource with the same temp ID is not allowed.',
          { path },
        );
      coming.set(name, { kind: service.kind, data: sent });
      note(service, sent);
    },
    dataOf,
    channelOf: (campaign) => words(dataOf(campaign)?.advertisingChannelType),
    note,
    needs(kind, name, path) {
      if (coming.get(name)?.kind === kind) return;
      const entity = world.get(worldIdOf(name));
      if (entity?.kind !== kind || entity.parents[0] !== customer.id) throw notFound(name, path);
      if (isRemoved(entity)) throw removedResource({ path, trigger: name });
    },
    living(kind, above) {
      const parent = above === '' ? customer.id : worldIdOf(above);
      const there = coming.has(above) ? [] : world.entities(kind, parent).filter((each) => !isRemoved(each));
      return [
        ...there.map(({ data }) => data),
        ...unnamed.filter((each) => each.kind === kind && (above === '' || each.above.includes(above))).map(({ data }) => data),
      ];
    },
  };
}
