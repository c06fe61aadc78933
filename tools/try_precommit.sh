#!/usr/bin/env bash
# Install the hook with pre-commit itself into a repository made for it: a bad config is refused, a good one passes.
# usage: try_precommit.sh HOOK_REPOSITORY SCRATCH_FOLDER PYTHON
set -euo pipefail
source=$1 scratch=$2 python=$3
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
mkdir -p "$scratch"
"$python" -m venv "$scratch/tools"
"$scratch/tools/bin/pip" install -q pre-commit
export PRE_COMMIT_HOME="$scratch/cache"
hook="$scratch/hook" && mkdir "$hook"
git -C "$source" ls-files -z | (cd "$source" && xargs -0 tar -cf -) | tar -xf - -C "$hook"
(cd "$hook" && git init -q && git add -A && git commit -qm hook)
revision=$(git -C "$hook" rev-parse HEAD)
repo="$scratch/repo" && mkdir "$repo" && cd "$repo" && git init -q
cat >.pre-commit-config.yaml <<YAML
repos:
  - repo: $hook
    rev: $revision
    hooks:
      - id: profilecheck
        args: [--target, "3.0", --cores, "64"]
YAML
"$scratch/tools/bin/pre-commit" install >/dev/null
printf '[base]\nenv_name = a\n[vec]\nnum_envs = 100\nnum_workers = 10\nbatch_size = 50\n' >good.ini
printf 'services:\n  web:\n    image: nginx\n' >compose.yaml
git add -A
git commit -qm good
printf '[base]\nenv_name = b\n[vec]\nnum_envs = 100\nnum_workers = 6\n' >bad.ini
git add bad.ini
if git commit -qm bad >"$scratch/refused.log" 2>&1; then
  echo "a bad config was committed"
  exit 1
fi
grep -q PC203 "$scratch/refused.log"
git rm -q --cached bad.ini && rm bad.ini
# neither of these has a type of its own in pre-commit: a job script, and a script without an ending that is not executable
for script in job.sbatch job.slurm launch; do
  printf '#!/bin/bash\npuffer train a --vec.total-agents 8\n' >"$script"
  git add "$script"
  if git commit -qm "$script" >"$scratch/refused.log" 2>&1; then
    echo "a bad $script was committed"
    exit 1
  fi
  grep -q "^$script:2:.*PC701" "$scratch/refused.log"
  git rm -q --cached "$script" && rm "$script"
done
echo "pre-commit: good config passed; bad config, job scripts and script without an ending refused"
