import { say, sayCount } from '../../base/say.ts';
import { feature as declare } from '../../frame/feature.ts';
import { STAYS, toast } from '../../frame/show.ts';
import { checkRules, newRulesSheet, type RulesDone, saveRules } from './rules.ts';

export const feature = declare({
  submenu: 'menuRules',
  menu: [
    ['menuNewRules', 'newRulesSheetFromMenu'],
    ['menuCheckRules', 'checkRulesFromMenu'],
    ['menuSaveRules', 'saveRulesFromMenu'],
  ],
});

export function newRulesSheetFromMenu(): void {
  toast(async (app) => {
    await newRulesSheet(app);
    return say('rulesMade');
  }, STAYS);
}

export function checkRulesFromMenu(): void {
  toast(async (app) => rulesText(await checkRules(app), 'rulesChecked'), STAYS);
}

export function saveRulesFromMenu(): void {
  toast(async (app) => rulesText(await saveRules(app), 'rulesSaved'), STAYS);
}

function rulesText({ rows, faulty, left }: RulesDone, done: 'rulesChecked' | 'rulesSaved'): string {
  const right = rows - faulty - left;
  const fix = faulty === 0 ? '' : sayCount('rulesFix', faulty);
  return `${sayCount(done, right)}${fix}${left === 0 ? '' : say('rulesLeft', { n: left })}`;
}
